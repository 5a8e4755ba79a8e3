//! Operations on lists, written correctly. See `Writer::expand` for the notation.

use super::Kind;

pub type Template = &'static str;

/// What an operation is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Make,
    Change,
    Free,
}

pub fn of(kind: Kind, role: Role) -> &'static [Template] {
    match (kind, role) {
        (Kind::Singly | Kind::Doubly, Role::Make) => &LINEAR[..3],
        (Kind::Singly | Kind::Doubly, Role::Change) => LINEAR,
        (Kind::Singly | Kind::Doubly, Role::Free) => LINEAR_FREE,
        (Kind::Ring, Role::Make) => &RING[..2],
        (Kind::Ring, Role::Change) => RING,
        (Kind::Ring, Role::Free) => RING_FREE,
        (Kind::Sentinel, Role::Make) => &SENTINEL[..2],
        (Kind::Sentinel, Role::Change) => SENTINEL,
        (Kind::Sentinel, Role::Free) => SENTINEL_FREE,
    }
}

/// Lists that end in null; those that make one come first.
const LINEAR: &[Template] = &[
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

const LINEAR_FREE: &[Template] = &[
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

/// Singly linked circles; the list is null or any of its nodes.
const RING: &[Template] = &[
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
    // Change data.
    "if ($H != 0) {
    p = $H;
    do {
    if ($C) {
    p->value = $V;
    }
    p = p->next;
    } while (p != $H);
    }",
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

const RING_FREE: &[Template] = &[
    "if ($H != 0) {
    p = $H->next;
    while (p != $H) {
    q = p->next;
    @free p
    p = q;
    }
    @free $H
    $H = 0;
    }",
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

/// Doubly linked circles through a head that is a variable.
const SENTINEL: &[Template] = &[
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

const SENTINEL_FREE: &[Template] = &[
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

/// Arrays, buffers and variables.
pub const APART: &[Template] = &[
    // An array of symbolic size, filled and read.
    "int n = __VERIFIER_nondet_int();
    if (n > 0 && n < 100) {
    int *v = malloc(n * sizeof(int));
    if (v != 0) {
    for (int i = 0; i < n; i++) {
    v[i] = $V;
    }
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n) {
    v[k] = 3;
    }
    v[n - 1] = 1;
    free(v);
    }
    }",
    // Rows of their own.
    "char *rows[3];
    for (int i = 0; i < 3; i++) {
    rows[i] = malloc(2);
    }
    for (int i = 0; i < 3; i++) {
    if (rows[i] != 0) {
    rows[i][1] = 1;
    }
    free(rows[i]);
    }",
    // An array on the stack at a symbolic place.
    "int v[8];
    memset(v, 0, 8 * sizeof(int));
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 8) {
    v[k] = $V;
    if (k > 0) {
    v[k - 1] = v[k];
    }
    }",
    // A buffer that is made under a condition.
    "char *text = 0;
    int has_text = 0;
    if (__VERIFIER_nondet_int()) {
    text = calloc(4, 1);
    has_text = text != 0;
    }
    if (has_text) {
    text[3] = 1;
    free(text);
    }",
    // A pointer that goes through an array.
    "int *v = malloc(4 * sizeof(int));
    if (v != 0) {
    for (int *at = v; at < v + 4; at++) {
    *at = $V;
    }
    int sum = 0;
    for (int i = 4 - 1; i >= 0; i--) {
    sum = sum ^ v[i];
    }
    free(v);
    }",
    // A buffer that grows.
    "int size = 2;
    int used = 0;
    int *v = malloc(2 * sizeof(int));
    if (v != 0) {
    while (__VERIFIER_nondet_int() && size < 1000) {
    if (used == size) {
    int *w = malloc(2 * size * sizeof(int));
    if (w == 0) {
    break;
    }
    memcpy(w, v, size * sizeof(int));
    free(v);
    v = w;
    size = 2 * size;
    }
    v[used] = $V;
    used++;
    }
    free(v);
    }",
    // Two names for one block, and the same name for different blocks.
    "int *first = malloc(sizeof(int));
    int *second = malloc(sizeof(int));
    if (first != 0 && second != 0) {
    int **choice = &first;
    if (__VERIFIER_nondet_int()) {
    choice = &second;
    }
    **choice = $V;
    free(*choice);
    *choice = 0;
    if (first != 0) {
    *first = 1;
    }
    if (second != 0) {
    *second = 1;
    }
    }
    free(first);
    free(second);",
    // A block by way of a struct that is copied.
    "struct { char *text; int length; } x;
    x.length = __VERIFIER_nondet_int();
    if (x.length > 0 && x.length <= 10) {
    x.text = malloc(x.length);
    if (x.text != 0) {
    memset(x.text, 0, x.length);
    x.text[x.length - 1] = 1;
    free(x.text);
    }
    }",
];
