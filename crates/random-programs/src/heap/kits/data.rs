//! Lists whose data matters.

use super::Kit;

pub const KITS: &[Kit] = &[FLAGS, BOUNDS, POSITIONS, CALLBACKS, METHODS, LENGTHS, SENTINELS];

/// Flags in single bits.
const FLAGS: Kit = Kit {
    label: "flags in bit-fields",
    types: "struct node {
    struct node *next;
    unsigned has_text : 1;
    unsigned is_marked : 1;
    int level : 4;
    char *text;
    };",
    state: "struct node *a = 0;",
    functions: "",
    locals: "struct node *n;
    struct node **at;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->has_text = 0;
        n->is_marked = 0;
        n->level = -1;
        n->text = 0;
        if (__VERIFIER_nondet_int()) {
        n->text = malloc(2);
        @made n->text
        n->has_text = 1;
        }
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->is_marked = 0;
        n->level = 3;
        n->text = malloc(2);
        @made n->text
        n->has_text = 1;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        n->is_marked = $V;
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->has_text) {
        n->text[1] = 1;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->is_marked && n->has_text) {
        free(n->text);
        n->has_text = 0;
        }
        }",
        "at = &a;
        while (*at != 0) {
        n = *at;
        if (n->has_text == 0) {
        *at = n->next;
        free(n);
        } else {
        at = &n->next;
        }
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        if (n->has_text) {
        free(n->text);
        }
        free(n);
        }"],
};

/// Values between bounds are used as indices.
const BOUNDS: Kit = Kit {
    label: "values between bounds",
    types: "struct node {
    int value;
    struct node *next;
    };
    static int table[4];",
    state: "struct node *a = 0;",
    functions: "",
    locals: "struct node *n;
    int i;",
    make: &[
        "@loop {
        i = __VERIFIER_nondet_int();
        if (i >= 0 && i < 4) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = i;
        n->next = a;
        a = n;
        }
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 3;
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = __VERIFIER_nondet_int() & 3;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        table[n->value]++;
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->value > 0) {
        n->value--;
        }
        }",
        "if (a != 0) {
        table[a->value] = 1;
        }",
        "n = malloc(sizeof(struct node));
        @made n
        n->value = 0;
        n->next = a;
        a = n;",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        free(n);
        }"],
};

/// A value says where in the list its node is.
const POSITIONS: Kit = Kit {
    label: "values are positions",
    types: "struct node {
    struct node *next;
    int value;
    };",
    state: "struct node *a = 0;
    int length = 0;",
    functions: "",
    locals: "struct node *n;
    int i;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = length;
        n->next = a;
        a = n;
        length++;
        }"],
    change: &[
        "i = length;
        for (n = a; n != 0; n = n->next) {
        i--;
        if (n->value != i) {
        *(int *)0 = 1;
        }
        }",
        "if (length > 0) {
        a->value = length - 1;
        }",
    ],
    free: &[
        "while (length > 0) {
        n = a;
        a = n->next;
        free(n);
        length--;
        }",
        "while (a != 0) {
        n = a;
        a = n->next;
        free(n);
        }",
    ],
};

/// Functions get functions.
const CALLBACKS: Kit = Kit {
    label: "callbacks",
    types: "struct node {
    struct node *next;
    int value;
    };",
    state: "struct node *a = 0;",
    functions: "static int is_small(struct node *p) {
    return p->value < 2;
    }
    static int is_any(struct node *p) {
    return p != 0;
    }
    static int release(struct node *p) {
    free(p);
    return 0;
    }
    static void remove_if(struct node **at, int (*fits)(struct node *)) {
    while (*at != 0) {
    struct node *p = *at;
    if (fits(p)) {
    *at = p->next;
    free(p);
    } else {
    at = &p->next;
    }
    }
    }
    static void each(struct node *list, int (*visit)(struct node *)) {
    while (list != 0) {
    struct node *rest = list->next;
    visit(list);
    list = rest;
    }
    }",
    locals: "struct node *n;
    int (*f)(struct node *);",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a;
        a = n;
        }"],
    change: &[
        "remove_if(&a, is_small);",
        "each(a, is_small);",
        "f = is_small;
        if (__VERIFIER_nondet_int()) {
        f = is_any;
        }
        remove_if(&a, f);",
        "each(a, is_any);",
    ],
    free: &[
        "each(a, release);
        a = 0;",
        "remove_if(&a, is_any);",
    ],
};

/// Nodes know how they are freed.
const METHODS: Kit = Kit {
    label: "nodes with functions",
    types: "struct node {
    struct node *next;
    void (*drop)(struct node *);
    char *text;
    };",
    state: "struct node *a = 0;",
    functions: "static void drop_plain(struct node *p) {
    free(p);
    }
    static void drop_text(struct node *p) {
    free(p->text);
    free(p);
    }",
    locals: "struct node *n;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->drop = drop_plain;
        n->text = 0;
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->text = 0;
        n->drop = drop_plain;
        if (__VERIFIER_nondet_int()) {
        n->text = malloc(2);
        @made n->text
        n->drop = drop_text;
        }
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        if (n->drop == drop_text) {
        n->text[0] = 1;
        }
        }",
        "if (a != 0) {
        n = a;
        a = n->next;
        n->drop(n);
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        n->drop(n);
        }"],
};

/// A variable of the program has the number of nodes.
const LENGTHS: Kit = Kit {
    label: "length in a variable",
    types: "struct node {
    struct node *next;
    int value;
    };",
    state: "struct node *a = 0;
    int count = 0;",
    functions: "",
    locals: "struct node *n;
    int i;",
    make: &["i = __VERIFIER_nondet_int();
        if (i < 0) {
        i = 0;
        }
        for (count = 0; count < i; count++) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 0;
        n->next = a;
        a = n;
        }"],
    change: &[
        "if (count > 1) {
        a->next->value = 1;
        }",
        "n = a;
        for (i = 0; i < count; i++) {
        n->value = $V;
        n = n->next;
        }",
        "if (count > 0) {
        n = a->next;
        free(a);
        a = n;
        count--;
        }",
    ],
    free: &["for (i = 0; i < count; i++) {
        n = a->next;
        free(a);
        a = n;
        }"],
};

/// The last node has a value that no other has.
const SENTINELS: Kit = Kit {
    label: "last node marked by its value",
    types: "struct node {
    int value;
    struct node *next;
    };",
    state: "struct node *a = 0;",
    functions: "",
    locals: "struct node *n;
    struct node *p;",
    make: &["a = malloc(sizeof(struct node));
        @made a
        a->value = 9;
        a->next = 0;
        @loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 1;
        n->next = a;
        a = n;
        }"],
    change: &[
        "n = a;
        while (n->value != 9) {
        n = n->next;
        }
        if (n->next != 0) {
        n->next->value = 0;
        }",
        "if (a->value == 1) {
        n = a->next;
        free(a);
        a = n;
        }",
        "for (n = a; n->value == 1; n = n->next) {
        p = n;
        }",
    ],
    free: &[
        "while (a->value != 9) {
        n = a->next;
        free(a);
        a = n;
        }
        free(a);",
        "while (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }",
    ],
};
