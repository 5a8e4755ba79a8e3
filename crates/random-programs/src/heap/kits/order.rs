//! Lists whose nodes are in order.

use super::Kit;

pub const KITS: &[Kit] = &[ORDERED];

/// Nodes are in the order of their values.
const ORDERED: Kit = Kit {
    label: "values in order",
    types: "struct node {
    struct node *next;
    int value;
    };",
    state: "struct node *a = 0;",
    functions: "",
    locals: "struct node *n;
    struct node *p;
    struct node **at;
    int i;",
    make: &[
        "@loop {
        i = __VERIFIER_nondet_int();
        n = malloc(sizeof(struct node));
        @made n
        n->value = i;
        at = &a;
        while (*at != 0 && (*at)->value < i) {
        at = &(*at)->next;
        }
        n->next = *at;
        *at = n;
        }",
        "@loop {
        i = __VERIFIER_nondet_int();
        if (a == 0 || i <= a->value) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = i;
        n->next = a;
        a = n;
        }
        }",
    ],
    change: &[
        "for (n = a; n != 0 && n->next != 0; n = n->next) {
        if (n->value > n->next->value) {
        *(int *)0 = 1;
        }
        }",
        "i = __VERIFIER_nondet_int();
        at = &a;
        while (*at != 0 && (*at)->value < i) {
        at = &(*at)->next;
        }
        if (*at != 0) {
        n = *at;
        *at = n->next;
        free(n);
        }",
        "p = 0;
        while (a != 0) {
        n = a->next;
        a->next = p;
        p = a;
        a = n;
        }
        for (n = p; n != 0 && n->next != 0; n = n->next) {
        if (n->value < n->next->value) {
        *(int *)0 = 1;
        }
        }
        while (p != 0) {
        n = p->next;
        p->next = a;
        a = p;
        p = n;
        }",
        "if (a != 0) {
        i = a->value;
        for (n = a; n != 0; n = n->next) {
        if (n->value < i) {
        *(int *)0 = 1;
        }
        }
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        free(n);
        }"],
};
