//! Nodes that own different things, and things that several nodes share.

use super::Kit;

pub const KITS: &[Kit] = &[
    KINDS,
    UNIONS,
    SHARED_OBJECT,
    SHARED_TAIL,
    NESTED_RINGS,
    LISTS_OF_LISTS,
    PARENTS,
    VARIABLE_SIZES,
    TAILS,
];

/// A field says what a node owns.
const KINDS: Kit = Kit {
    label: "kinds own different things",
    types: "struct node {
    int kind;
    struct node *next;
    char *text;
    int *number;
    };",
    state: "struct node *a = 0;",
    functions: "static void drop(struct node *p) {
    if (p->kind == 1) {
    free(p->text);
    }
    if (p->kind == 2) {
    free(p->number);
    }
    free(p);
    }",
    locals: "struct node *n;
    struct node **at;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->kind = 0;
        n->text = 0;
        n->number = 0;
        if (__VERIFIER_nondet_int()) {
        n->text = malloc(4);
        @made n->text
        n->kind = 1;
        } else {
        if (__VERIFIER_nondet_int()) {
        n->number = malloc(sizeof(int));
        @made n->number
        *n->number = 1;
        n->kind = 2;
        }
        }
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->kind = 2;
        n->text = 0;
        n->number = malloc(sizeof(int));
        @made n->number
        *n->number = $V;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        if (n->kind == 1) {
        n->text[3] = 1;
        }
        if (n->kind == 2) {
        *n->number = $V;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->kind == 1) {
        free(n->text);
        n->kind = 0;
        }
        }",
        "at = &a;
        while (*at != 0) {
        n = *at;
        if (n->kind == 2) {
        *at = n->next;
        drop(n);
        } else {
        at = &n->next;
        }
        }",
        "if (a != 0 && a->kind == 0) {
        a->text = malloc(4);
        @made a->text
        a->kind = 1;
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        drop(n);
        }"],
};

/// One word holds a pointer or a number, and a field says which.
const UNIONS: Kit = Kit {
    label: "unions in nodes",
    types: "struct node {
    struct node *next;
    int is_text;
    union {
    char *text;
    long number;
    } data;
    };",
    state: "struct node *a = 0;",
    functions: "",
    locals: "struct node *n;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->is_text = 0;
        n->data.number = $V;
        if (__VERIFIER_nondet_int()) {
        n->data.text = malloc(2);
        @made n->data.text
        n->is_text = 1;
        }
        n->next = a;
        a = n;
        }"],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        if (n->is_text) {
        n->data.text[1] = 1;
        } else {
        n->data.number = $V;
        }
        }",
        "if (a != 0 && a->is_text == 0) {
        a->data.text = malloc(2);
        @made a->data.text
        a->is_text = 1;
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        if (n->is_text) {
        free(n->data.text);
        }
        free(n);
        }"],
};

/// All nodes point to the same object.
const SHARED_OBJECT: Kit = Kit {
    label: "shared object",
    types: "struct node {
    struct node *next;
    int *common;
    };",
    state: "struct node *a = 0;
    int *object = 0;",
    functions: "",
    locals: "struct node *n;",
    make: &[
        "object = malloc(sizeof(int));
        @made object
        *object = 0;
        @loop {
        n = malloc(sizeof(struct node));
        @made n
        n->common = object;
        n->next = a;
        a = n;
        }",
        "object = malloc(sizeof(int));
        @made object
        *object = 0;
        @loop {
        n = malloc(sizeof(struct node));
        @made n
        n->common = 0;
        if (__VERIFIER_nondet_int()) {
        n->common = object;
        }
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        if (n->common != 0) {
        *n->common = $V;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        n->common = object;
        }",
        "for (n = a; n != 0; n = n->next) {
        n->common = 0;
        }",
        "if (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }",
    ],
    free: &[
        "while (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }
        free(object);",
        "free(object);
        while (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }",
    ],
};

/// Two lists that meet.
const SHARED_TAIL: Kit = Kit {
    label: "shared tail",
    types: "struct node {
    struct node *next;
    int value;
    };",
    state: "struct node *a = 0;
    struct node *b = 0;
    struct node *tail = 0;",
    functions: "",
    locals: "struct node *n;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 0;
        n->next = tail;
        tail = n;
        }
        a = tail;
        b = tail;
        @loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 1;
        n->next = a;
        a = n;
        }
        @loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 2;
        n->next = b;
        b = n;
        }"],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        n->value = $V;
        }",
        "for (n = b; n != tail; n = n->next) {
        n->value = $V;
        }",
        "if (a != tail) {
        n = a->next;
        free(a);
        a = n;
        }",
        "n = malloc(sizeof(struct node));
        @made n
        n->value = 1;
        n->next = b;
        b = n;",
    ],
    free: &[
        "while (a != tail) {
        n = a->next;
        free(a);
        a = n;
        }
        while (b != 0) {
        n = b->next;
        free(b);
        b = n;
        }",
        "while (a != tail) {
        n = a->next;
        free(a);
        a = n;
        }
        while (b != tail) {
        n = b->next;
        free(b);
        b = n;
        }
        while (tail != 0) {
        n = tail->next;
        free(tail);
        tail = n;
        }",
    ],
};

/// Every node owns a ring.
const NESTED_RINGS: Kit = Kit {
    label: "nested rings",
    types: "struct inner {
    struct inner *next;
    };
    struct node {
    struct node *next;
    struct inner *ring;
    int value;
    };",
    state: "struct node *a = 0;",
    functions: "static void clear(struct node *p) {
    struct inner *x;
    struct inner *y;
    if (p->ring != 0) {
    x = p->ring->next;
    while (x != p->ring) {
    y = x->next;
    free(x);
    x = y;
    }
    free(p->ring);
    p->ring = 0;
    }
    }",
    locals: "struct node *n;
    struct inner *x;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 0;
        n->ring = malloc(sizeof(struct inner));
        @made n->ring
        n->ring->next = n->ring;
        @loop {
        x = malloc(sizeof(struct inner));
        @made x
        x->next = n->ring->next;
        n->ring->next = x;
        }
        n->next = a;
        a = n;
        }"],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        if (n->ring != 0) {
        n->ring = n->ring->next;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->ring != 0) {
        x = n->ring;
        do {
        x = x->next;
        n->value = 1;
        } while (x != n->ring);
        }
        }",
        "if (a != 0) {
        clear(a);
        }",
    ],
    free: &["while (a != 0) {
        clear(a);
        n = a->next;
        free(a);
        a = n;
        }"],
};

/// Lists of lists, whose last level owns buffers.
const LISTS_OF_LISTS: Kit = Kit {
    label: "lists of lists",
    types: "struct inner {
    struct inner *next;
    char *text;
    };
    struct node {
    struct inner *first;
    struct node *next;
    };",
    state: "struct node *a = 0;",
    functions: "static void clear(struct node *p) {
    struct inner *x;
    while (p->first != 0) {
    x = p->first;
    p->first = x->next;
    free(x->text);
    free(x);
    }
    }",
    locals: "struct node *n;
    struct inner *x;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->first = 0;
        n->next = a;
        a = n;
        @loop {
        x = malloc(sizeof(struct inner));
        @made x
        x->text = 0;
        x->next = n->first;
        n->first = x;
        }
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->first = 0;
        n->next = a;
        a = n;
        @loop {
        x = malloc(sizeof(struct inner));
        @made x
        x->text = malloc(3);
        @made x->text
        x->next = n->first;
        n->first = x;
        }
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        for (x = n->first; x != 0; x = x->next) {
        if (x->text != 0) {
        x->text[2] = 1;
        }
        }
        }",
        "if (a != 0 && a->next != 0) {
        n = a->next;
        while (a->first != 0) {
        x = a->first;
        a->first = x->next;
        x->next = n->first;
        n->first = x;
        }
        }",
        "if (a != 0) {
        clear(a);
        }",
        "if (a != 0 && a->first != 0 && a->first->text == 0) {
        a->first->text = malloc(3);
        @made a->first->text
        }",
    ],
    free: &["while (a != 0) {
        clear(a);
        n = a->next;
        free(a);
        a = n;
        }"],
};

/// Inner nodes point to the node that owns them.
const PARENTS: Kit = Kit {
    label: "inner nodes point to their parents",
    types: "struct node;
    struct inner {
    struct inner *next;
    struct node *parent;
    };
    struct node {
    struct node *next;
    struct inner *first;
    int value;
    };",
    state: "struct node *a = 0;",
    functions: "",
    locals: "struct node *n;
    struct inner *x;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->first = 0;
        n->value = 0;
        @loop {
        x = malloc(sizeof(struct inner));
        @made x
        x->parent = n;
        x->next = n->first;
        n->first = x;
        }
        n->next = a;
        a = n;
        }"],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        for (x = n->first; x != 0; x = x->next) {
        x->parent->value = $V;
        }
        }",
        "if (a != 0 && a->next != 0 && a->first != 0) {
        x = a->first;
        a->first = x->next;
        n = a->next;
        x->parent = n;
        x->next = n->first;
        n->first = x;
        }",
    ],
    free: &[
        "while (a != 0) {
        n = a->next;
        while (a->first != 0) {
        x = a->first;
        x->parent->first = x->next;
        free(x);
        }
        free(a);
        a = n;
        }",
        "while (a != 0) {
        n = a;
        a = n->next;
        x = n->first;
        while (x != 0) {
        struct inner *y = x->next;
        free(x);
        x = y;
        }
        free(n);
        }",
    ],
};

/// Nodes own blocks whose sizes they know.
const VARIABLE_SIZES: Kit = Kit {
    label: "blocks of variable size",
    types: "struct node {
    struct node *next;
    int length;
    char *data;
    };",
    state: "struct node *a = 0;",
    functions: "",
    locals: "struct node *n;
    int i;",
    make: &["@loop {
        i = __VERIFIER_nondet_int();
        if (i > 0 && i < 10) {
        n = malloc(sizeof(struct node));
        @made n
        n->length = i;
        n->data = malloc(i);
        @made n->data
        n->next = a;
        a = n;
        }
        }"],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        n->data[0] = 1;
        }",
        "for (n = a; n != 0; n = n->next) {
        n->data[n->length - 1] = 1;
        }",
        "if (a != 0) {
        for (i = 0; i < a->length; i++) {
        a->data[i] = 0;
        }
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        free(n->data);
        free(n);
        }"],
};

/// Nodes end with an array whose length they know. It comes last, so the type is no `struct node`.
const TAILS: Kit = Kit {
    label: "arrays at the end of nodes",
    types: "struct record {
    struct record *next;
    int length;
    int data[];
    };",
    state: "struct record *a = 0;",
    functions: "",
    locals: "struct record *n;
    int i;",
    make: &[
        "@loop {
        i = __VERIFIER_nondet_int();
        if (i > 0 && i < 10) {
        n = malloc(sizeof(struct record) + i * sizeof(int));
        @made n
        n->length = i;
        n->next = a;
        a = n;
        }
        }",
        "@loop {
        n = malloc(sizeof(struct record) + 3 * sizeof(int));
        @made n
        n->length = 3;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        n->data[0] = 1;
        }",
        "for (n = a; n != 0; n = n->next) {
        n->data[n->length - 1] = 1;
        }",
        "if (a != 0) {
        for (i = 0; i < a->length; i++) {
        a->data[i] = 0;
        }
        }",
        "if (a != 0) {
        i = __VERIFIER_nondet_int();
        if (i >= 0 && i < a->length) {
        a->data[i] = $V;
        }
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        free(n);
        }"],
};
