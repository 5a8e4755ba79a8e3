//! Lists whose nodes are in order, or are all to a number what each of them is.

use super::Kit;

pub const KITS: &[Kit] = &[ORDERED, BOUNDED];

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

/// All values lie between two variables, and a word of a node is never above another one.
const BOUNDED: Kit = Kit {
    label: "values between bounds",
    types: "struct node {
    struct node *next;
    int value;
    int limit;
    };",
    state: "struct node *a = 0;
    int least = 2147483647;
    int greatest = -2147483647 - 1;",
    functions: "",
    locals: "struct node *n;
    struct node *p;
    int i;
    int j;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = __VERIFIER_nondet_int();
        n->limit = n->value;
        n->next = a;
        a = n;
        if (n->value < least) {
        least = n->value;
        }
        if (n->value > greatest) {
        greatest = n->value;
        }
        }",
        "@loop {
        i = __VERIFIER_nondet_int();
        j = __VERIFIER_nondet_int();
        if (i <= j && i >= least && i <= greatest) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = i;
        n->limit = j;
        n->next = a;
        a = n;
        }
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        if (n->value < least || n->value > greatest) {
        *(int *)0 = 1;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->value > n->limit) {
        *(int *)0 = 1;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        i = __VERIFIER_nondet_int();
        if (i >= least && i <= n->value) {
        n->value = i;
        }
        }",
        "for (p = a; p != 0; p = p->next) {
        for (n = p->next; n != 0; n = n->next) {
        if (n->value < p->value) {
        i = n->value;
        n->value = p->value;
        p->value = i;
        n->limit = n->value;
        }
        }
        }
        for (n = a; n != 0 && n->next != 0; n = n->next) {
        if (n->value > n->next->value) {
        *(int *)0 = 1;
        }
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        free(n);
        }"],
};
