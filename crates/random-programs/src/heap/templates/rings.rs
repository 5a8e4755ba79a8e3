//! Lists that come back to where they begin.

use super::Template;

/// Goes once around a circle and changes data.
const CHANGE_DATA: Template = "if ($H != 0) {
    p = $H;
    do {
    if ($C) {
    p->value = $V;
    }
    p = p->next;
    } while (p != $H);
    }";

/// Frees all nodes but the entry, then the entry.
const FREE_OTHERS_FIRST: Template = "if ($H != 0) {
    p = $H->next;
    while (p != $H) {
    q = p->next;
    @free p
    p = q;
    }
    @free $H
    $H = 0;
    }";

/// Singly linked circles; the list is null or any of its nodes.
pub const RING: &[Template] = &[
    // Insert behind the entry.
    "@loop {
    @new p
    if ($H == 0) {
    p->next = p;
    $H = p;
    } else {
    p->next = $H->next;
    $H->next = p;
    }
    }",
    // Insert behind the last node.
    "@loop {
    @new p
    if ($H == 0) {
    p->next = p;
    $H = p;
    } else {
    q = $H;
    while (q->next != $H) {
    q = q->next;
    }
    p->next = $H;
    q->next = p;
    }
    }",
    CHANGE_DATA,
    // Remove the node behind the entry.
    "if ($H != 0) {
    p = $H->next;
    if (p == $H) {
    $H = 0;
    } else {
    $H->next = p->next;
    }
    @free p
    }",
    // Go on by one.
    "if ($H != 0) {
    $H = $H->next;
    }",
    // Search.
    "if ($H != 0) {
    p = $H;
    while (p->next != $H && $C) {
    p = p->next;
    }
    p->value = $V;
    }",
];

pub const RING_FREE: &[Template] = &[
    FREE_OTHERS_FIRST,
    "if ($H != 0) {
    p = $H->next;
    $H->next = 0;
    while (p != 0) {
    q = p->next;
    @free p
    p = q;
    }
    $H = 0;
    }",
];

/// Doubly linked circles; the list is null or any of its nodes.
pub const DOUBLY_RING: &[Template] = &[
    // Insert before the entry.
    "@loop {
    @new p
    if ($H == 0) {
    p->next = p;
    p->prev = p;
    $H = p;
    } else {
    p->next = $H;
    p->prev = $H->prev;
    $H->prev->next = p;
    $H->prev = p;
    }
    }",
    // Remove the entry.
    "if ($H != 0) {
    p = $H;
    if (p->next == p) {
    $H = 0;
    } else {
    p->prev->next = p->next;
    p->next->prev = p->prev;
    $H = p->next;
    }
    @free p
    }",
    CHANGE_DATA,
    // Go forward or back by one.
    "if ($H != 0) {
    if (__VERIFIER_nondet_int()) {
    $H = $H->next;
    } else {
    $H = $H->prev;
    }
    }",
];

pub const DOUBLY_RING_FREE: &[Template] = &[
    FREE_OTHERS_FIRST,
    "if ($H != 0) {
    $H->prev->next = 0;
    while ($H != 0) {
    p = $H->next;
    @free $H
    $H = p;
    }
    }",
];

/// Doubly linked circles through a head that is a variable.
pub const SENTINEL: &[Template] = &[
    // Insert at the front.
    "@loop {
    @new p
    p->next = $H.next;
    p->prev = &$H;
    $H.next->prev = p;
    $H.next = p;
    }",
    // Insert at the back.
    "@loop {
    @new p
    p->prev = $H.prev;
    p->next = &$H;
    $H.prev->next = p;
    $H.prev = p;
    }",
    // Change data.
    "for (p = $H.next; p != &$H; p = p->next) {
    if ($C) {
    p->value = $V;
    }
    }",
    // Remove all nodes that fit.
    "p = $H.next;
    while (p != &$H) {
    q = p->next;
    if ($C) {
    p->prev->next = p->next;
    q->prev = p->prev;
    @free p
    }
    p = q;
    }",
    // Remove the first node.
    "if ($H.next != &$H) {
    p = $H.next;
    $H.next = p->next;
    p->next->prev = &$H;
    @free p
    }",
    // Remove the last node.
    "if ($H.prev != &$H) {
    p = $H.prev;
    $H.prev = p->prev;
    p->prev->next = &$H;
    @free p
    }",
    // Splice the other list in at the front.
    "if ($G.next != &$G) {
    p = $G.next;
    q = $G.prev;
    p->prev = &$H;
    q->next = $H.next;
    $H.next->prev = q;
    $H.next = p;
    $G.next = &$G;
    $G.prev = &$G;
    }",
    // Move the first node to the other list.
    "if ($H.next != &$H) {
    p = $H.next;
    p->next->prev = p->prev;
    p->prev->next = p->next;
    p->next = $G.next;
    p->prev = &$G;
    $G.next->prev = p;
    $G.next = p;
    }",
    // Insert behind a node that fits.
    "p = $H.next;
    while (p != &$H && $C) {
    p = p->next;
    }
    if (p != &$H) {
    @new q
    q->next = p->next;
    q->prev = p;
    p->next->prev = q;
    p->next = q;
    }",
];

pub const SENTINEL_FREE: &[Template] = &[
    "p = $H.next;
    while (p != &$H) {
    q = p->next;
    @free p
    p = q;
    }
    $H.next = &$H;
    $H.prev = &$H;",
    "while ($H.next != &$H) {
    p = $H.next;
    $H.next = p->next;
    p->next->prev = &$H;
    @free p
    }",
    "p = $H.prev;
    while (p != &$H) {
    q = p->prev;
    @free p
    p = q;
    }
    $H.prev = &$H;
    $H.next = &$H;",
];
