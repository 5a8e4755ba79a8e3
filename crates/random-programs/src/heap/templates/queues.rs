//! Lists with pointers to both ends.

use super::Template;

/// Singly linked lists with both ends in a struct. Lines that begin with `#` are for those with the
/// number of nodes.
pub const QUEUE: &[Template] = &[
    // Put in at the end.
    "@loop {
    @new p
    if ($H.tail == 0) {
    $H.head = p;
    } else {
    $H.tail->next = p;
    }
    $H.tail = p;
    #$H.count++;
    }",
    // Put in at the front.
    "@new p
    p->next = $H.head;
    if ($H.tail == 0) {
    $H.tail = p;
    }
    $H.head = p;
    #$H.count++;",
    // Take out the first node.
    "if ($H.head != 0) {
    p = $H.head;
    $H.head = p->next;
    if ($H.head == 0) {
    $H.tail = 0;
    }
    #$H.count--;
    @free p
    }",
    // Change data.
    "for (p = $H.head; p != 0; p = p->next) {
    if ($C) {
    p->value = $V;
    }
    }",
    // Change the last node.
    "if ($H.tail != 0) {
    $H.tail->value = $V;
    }",
    // Append the other queue.
    "if ($G.head != 0) {
    if ($H.tail == 0) {
    $H.head = $G.head;
    } else {
    $H.tail->next = $G.head;
    }
    $H.tail = $G.tail;
    $G.head = 0;
    $G.tail = 0;
    #$H.count = $H.count + $G.count;
    #$G.count = 0;
    }",
    // Move nodes to the end of the other queue.
    "while ($H.head != 0 && __VERIFIER_nondet_int()) {
    p = $H.head;
    $H.head = p->next;
    if ($H.head == 0) {
    $H.tail = 0;
    }
    p->next = 0;
    if ($G.tail == 0) {
    $G.head = p;
    } else {
    $G.tail->next = p;
    }
    $G.tail = p;
    #$H.count--;
    #$G.count++;
    }",
];

pub const QUEUE_FREE: &[Template] = &[
    "while ($H.head != 0) {
    p = $H.head;
    $H.head = p->next;
    @free p
    }
    $H.tail = 0;",
    "p = $H.head;
    while (p != 0) {
    q = p->next;
    @free p
    p = q;
    }
    $H.head = 0;
    $H.tail = 0;",
];

pub const COUNTED_FREE: &[Template] = &[
    "while ($H.count > 0) {
    p = $H.head;
    $H.head = p->next;
    @free p
    $H.count--;
    }
    $H.tail = 0;",
    "while ($H.head != 0) {
    p = $H.head;
    $H.head = p->next;
    @free p
    }
    $H.tail = 0;",
];
