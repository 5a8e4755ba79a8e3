//! Lists that end in null.

use super::Template;

/// Lists that end in null; those that make one come first.
pub const LINEAR: &[Template] = &[
    // Push to the front.
    "@loop {
    @new p
    p->next = $H;
    %if ($H != 0) {
    %$H->prev = p;
    %}
    $H = p;
    }",
    // Push to the back, remembering the last node.
    "q = $H;
    while (q != 0 && q->next != 0) {
    q = q->next;
    }
    @loop {
    @new p
    if (q == 0) {
    $H = p;
    } else {
    q->next = p;
    %p->prev = q;
    }
    q = p;
    }",
    // Push to the back, searching it every time.
    "@loop {
    @new p
    if ($H == 0) {
    $H = p;
    } else {
    q = $H;
    while (q->next != 0) {
    q = q->next;
    }
    q->next = p;
    %p->prev = q;
    }
    }",
    // Change data.
    "for (p = $H; p != 0; p = p->next) {
    if ($C) {
    p->value = $V;
    }
    }",
    // Search.
    "p = $H;
    while (p != 0 && $C) {
    p = p->next;
    }
    if (p != 0) {
    p->value = $V;
    }",
    // Reverse.
    "p = 0;
    while ($H != 0) {
    q = $H;
    $H = q->next;
    q->next = p;
    %q->prev = 0;
    %if (p != 0) {
    %p->prev = q;
    %}
    p = q;
    }
    $H = p;",
    // Remove the first node.
    "if ($H != 0) {
    p = $H;
    $H = p->next;
    %if ($H != 0) {
    %$H->prev = 0;
    %}
    @free p
    }",
    // Remove one node that fits.
    "q = 0;
    p = $H;
    while (p != 0 && $C) {
    q = p;
    p = p->next;
    }
    if (p != 0) {
    if (q == 0) {
    $H = p->next;
    } else {
    q->next = p->next;
    }
    %if (p->next != 0) {
    %p->next->prev = p->prev;
    %}
    @free p
    }",
    // Remove all nodes that fit.
    "pp = &$H;
    %q = 0;
    while (*pp != 0) {
    p = *pp;
    if ($C) {
    *pp = p->next;
    %if (p->next != 0) {
    %p->next->prev = q;
    %}
    @free p
    } else {
    %q = p;
    pp = &p->next;
    }
    }",
    // Insert behind a node that fits.
    "p = $H;
    while (p != 0 && $C) {
    p = p->next;
    }
    if (p != 0) {
    @new q
    q->next = p->next;
    %q->prev = p;
    %if (q->next != 0) {
    %q->next->prev = q;
    %}
    p->next = q;
    }",
    // Append the other list.
    "if ($H == 0) {
    $H = $G;
    } else {
    p = $H;
    while (p->next != 0) {
    p = p->next;
    }
    p->next = $G;
    %if ($G != 0) {
    %$G->prev = p;
    %}
    }
    $G = 0;",
    // Move nodes to the other list.
    "while ($H != 0 && __VERIFIER_nondet_int()) {
    p = $H;
    $H = p->next;
    %if ($H != 0) {
    %$H->prev = 0;
    %}
    p->next = $G;
    %if ($G != 0) {
    %$G->prev = p;
    %}
    $G = p;
    }",
    // Cut the list in two, if there is no other list.
    "if ($G == 0) {
    p = $H;
    while (p != 0 && $C) {
    p = p->next;
    }
    if (p != 0) {
    $G = p->next;
    p->next = 0;
    %if ($G != 0) {
    %$G->prev = 0;
    %}
    }
    }",
    // Remove the last node.
    "if ($H != 0) {
    if ($H->next == 0) {
    @free $H
    $H = 0;
    } else {
    p = $H;
    while (p->next->next != 0) {
    p = p->next;
    }
    q = p->next;
    p->next = 0;
    @free q
    }
    }",
    // Swap both lists.
    "p = $H;
    $H = $G;
    $G = p;",
    // Copy to the front of the other list.
    "for (q = $H; q != 0; q = q->next) {
    @new p
    p->value = q->value;
    p->next = $G;
    %if ($G != 0) {
    %$G->prev = p;
    %}
    $G = p;
    }",
    // Insert in order.
    "@new r
    if ($H == 0 || $H->value >= r->value) {
    r->next = $H;
    %if ($H != 0) {
    %$H->prev = r;
    %}
    $H = r;
    } else {
    p = $H;
    while (p->next != 0 && p->next->value < r->value) {
    p = p->next;
    }
    r->next = p->next;
    %if (r->next != 0) {
    %r->next->prev = r;
    %}
    %r->prev = p;
    p->next = r;
    }",
];

pub const LINEAR_FREE: &[Template] = &[
    "while ($H != 0) {
    p = $H->next;
    @free $H
    $H = p;
    }",
    "p = $H;
    while (p != 0) {
    q = p->next;
    @free p
    p = q;
    }
    $H = 0;",
    "while ($H != 0) {
    p = $H;
    $H = $H->next;
    @free p
    }",
];

/// For lists without backward links only.
pub const SINGLY: &[Template] = &[
    // Merge with the other list in order.
    "r = 0;
    pp = &r;
    while ($H != 0 && $G != 0) {
    if ($H->value <= $G->value) {
    p = $H;
    $H = p->next;
    } else {
    p = $G;
    $G = p->next;
    }
    *pp = p;
    pp = &p->next;
    }
    if ($H != 0) {
    *pp = $H;
    } else {
    *pp = $G;
    }
    $H = r;
    $G = 0;",
    // Use data as an index.
    "int seen[4];
    memset(seen, 0, 4 * sizeof(int));
    for (p = $H; p != 0; p = p->next) {
    if (p->value >= 0 && p->value < 4) {
    seen[p->value]++;
    }
    }",
    // Move every second node to the other list.
    "p = $H;
    while (p != 0 && p->next != 0) {
    q = p->next;
    p->next = q->next;
    q->next = $G;
    $G = q;
    p = p->next;
    }",
    // Remove neighbours with equal data.
    "p = $H;
    while (p != 0 && p->next != 0) {
    q = p->next;
    if (p->value == q->value) {
    p->next = q->next;
    @free q
    } else {
    p = q;
    }
    }",
];
