//! Nodes that lead to several others.

use super::Kit;

pub const KITS: &[Kit] = &[TREES, PARENTS, EXPRESSIONS, RINGS];

/// Binary trees, searched and changed by loops and by recursion.
const TREES: Kit = Kit {
    label: "trees",
    types: "struct node {
    int value;
    struct node *left;
    struct node *right;
    };
    struct item {
    struct item *below;
    struct node *node;
    };",
    state: "struct node *a = 0;
    struct node *b = 0;",
    functions: "static struct node *insert(struct node *t, struct node *n) {
    if (t == 0) {
    return n;
    }
    if (n->value < t->value) {
    t->left = insert(t->left, n);
    } else {
    t->right = insert(t->right, n);
    }
    return t;
    }
    static void mirror(struct node *t) {
    struct node *left;
    if (t != 0) {
    left = t->left;
    t->left = t->right;
    t->right = left;
    mirror(t->left);
    mirror(t->right);
    }
    }
    static void destroy(struct node *t) {
    if (t != 0) {
    destroy(t->left);
    destroy(t->right);
    free(t);
    }
    }",
    locals: "struct node *n;
    struct node *p;
    struct item *top;
    struct item *i;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->left = 0;
        n->right = 0;
        a = insert(a, n);
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->left = a;
        n->right = b;
        b = 0;
        a = n;
        if ($C) {
        b = a;
        a = 0;
        }
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->left = 0;
        n->right = 0;
        p = a;
        while (p != 0 && p->left != 0 && p->right != 0) {
        if (__VERIFIER_nondet_int()) {
        p = p->left;
        } else {
        p = p->right;
        }
        }
        if (p == 0) {
        a = n;
        } else {
        if (p->left == 0) {
        p->left = n;
        } else {
        p->right = n;
        }
        }
        }",
    ],
    change: &[
        "n = a;
        while (n != 0 && n->value != $V) {
        if ($C) {
        n = n->left;
        } else {
        n = n->right;
        }
        }
        if (n != 0) {
        n->value = $V;
        }",
        "if (a != 0 && a->left != 0) {
        p = a->left;
        a->left = p->right;
        p->right = a;
        a = p;
        }",
        "mirror(a);",
        "if (a != 0 && b == 0) {
        b = a->right;
        a->right = 0;
        }",
        "if (a != 0 && a->left != 0) {
        p = a;
        while (p->left->left != 0) {
        p = p->left;
        }
        n = p->left;
        p->left = n->right;
        free(n);
        }",
        "if (a != 0) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = a->value;
        n->left = 0;
        n->right = a->right;
        a->right = n;
        }",
    ],
    free: &[
        "destroy(a);
        destroy(b);",
        "while (a != 0) {
        if (a->left != 0) {
        p = a->left;
        a->left = p->right;
        p->right = a;
        a = p;
        } else {
        n = a;
        a = a->right;
        free(n);
        }
        }
        destroy(b);",
        "top = 0;
        if (a != 0) {
        top = malloc(sizeof(struct item));
        @made top
        top->below = 0;
        top->node = a;
        }
        while (top != 0) {
        i = top;
        n = i->node;
        top = i->below;
        free(i);
        if (n->left != 0) {
        i = malloc(sizeof(struct item));
        @made i
        i->below = top;
        i->node = n->left;
        top = i;
        }
        if (n->right != 0) {
        i = malloc(sizeof(struct item));
        @made i
        i->below = top;
        i->node = n->right;
        top = i;
        }
        free(n);
        }
        destroy(b);",
    ],
};

/// Binary trees whose nodes know their parents.
const PARENTS: Kit = Kit {
    label: "trees with parents",
    types: "struct node {
    int value;
    struct node *left;
    struct node *right;
    struct node *up;
    };",
    state: "struct node *a = 0;",
    functions: "static void destroy(struct node *t) {
    if (t != 0) {
    destroy(t->left);
    destroy(t->right);
    free(t);
    }
    }",
    locals: "struct node *n;
    struct node *p;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->left = 0;
        n->right = 0;
        n->up = 0;
        p = a;
        while (p != 0 && p->left != 0 && p->right != 0) {
        if ($C) {
        p = p->left;
        } else {
        p = p->right;
        }
        }
        n->up = p;
        if (p == 0) {
        a = n;
        } else {
        if (p->left == 0) {
        p->left = n;
        } else {
        p->right = n;
        }
        }
        }"],
    change: &[
        "n = a;
        while (n != 0 && n->left != 0) {
        n = n->left;
        }
        while (n != 0) {
        n->value = $V;
        n = n->up;
        }",
        "if (a != 0 && a->left != 0) {
        p = a->left;
        a->left = p->right;
        if (p->right != 0) {
        p->right->up = a;
        }
        p->right = a;
        p->up = 0;
        a->up = p;
        a = p;
        }",
        "if (a != 0) {
        n = a;
        while (n->right != 0) {
        n = n->right;
        }
        p = n->up;
        if (n->left != 0) {
        n->left->up = p;
        }
        if (p == 0) {
        a = n->left;
        } else {
        p->right = n->left;
        }
        free(n);
        }",
        "if (a != 0) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->left = a;
        n->right = 0;
        n->up = 0;
        a->up = n;
        a = n;
        }",
    ],
    free: &[
        "destroy(a);",
        "n = a;
        while (n != 0) {
        p = n->left;
        if (p == 0) {
        p = n->right;
        }
        if (p == 0) {
        p = n->up;
        if (p != 0) {
        if (p->left == n) {
        p->left = 0;
        } else {
        p->right = 0;
        }
        }
        free(n);
        }
        n = p;
        }",
    ],
};

/// Trees in which a number of a node tells how many children it has.
const EXPRESSIONS: Kit = Kit {
    label: "trees told by numbers",
    types: "struct node {
    int value;
    int kind;
    struct node *left;
    struct node *right;
    };",
    state: "struct node *a = 0;
    struct node *b = 0;",
    functions: "static int visit(struct node *t) {
    if (t->kind == 0) {
    return t->value;
    }
    if (t->kind == 2) {
    visit(t->right);
    }
    return visit(t->left);
    }
    static void destroy(struct node *t) {
    if (t->kind > 0) {
    destroy(t->left);
    }
    if (t->kind == 2) {
    destroy(t->right);
    }
    free(t);
    }",
    locals: "struct node *n;
    struct node *p;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->kind = 0;
        n->left = 0;
        n->right = 0;
        if (a == 0) {
        a = n;
        } else {
        if (b == 0) {
        b = n;
        } else {
        n->kind = 2;
        n->left = a;
        n->right = b;
        a = n;
        b = 0;
        }
        }
        }"],
    change: &[
        "if (a != 0) {
        visit(a);
        }",
        "if (a != 0) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->kind = 1;
        n->left = a;
        n->right = 0;
        a = n;
        }",
        "if (a != 0 && a->kind == 1) {
        n = a;
        a = n->left;
        free(n);
        }",
        "if (a != 0 && a->kind == 2) {
        p = a->left;
        a->left = a->right;
        a->right = p;
        }",
        "if (a != 0 && a->kind == 2 && b == 0) {
        b = a->right;
        a->kind = 1;
        a->right = 0;
        }",
        "if (a != 0 && a->kind == 2 && a->left->kind == 1) {
        p = a->left;
        a->left = p->left;
        free(p);
        }",
    ],
    free: &["if (a != 0) {
        destroy(a);
        }
        if (b != 0) {
        destroy(b);
        }"],
};

/// Trees each node of which owns a ring.
const RINGS: Kit = Kit {
    label: "trees with rings",
    types: "struct item {
    struct item *next;
    int value;
    };
    struct node {
    int value;
    struct item *ring;
    struct node *left;
    struct node *right;
    };",
    state: "struct node *a = 0;
    struct node *b = 0;",
    functions: "static void drop(struct node *t) {
    struct item *i;
    while (t->ring->next != t->ring) {
    i = t->ring->next;
    t->ring->next = i->next;
    free(i);
    }
    free(t->ring);
    free(t);
    }
    static void destroy(struct node *t) {
    if (t != 0) {
    destroy(t->left);
    destroy(t->right);
    drop(t);
    }
    }",
    locals: "struct node *n;
    struct node *p;
    struct item *i;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        i = malloc(sizeof(struct item));
        @made i
        i->next = i;
        i->value = $V;
        n->ring = i;
        n->value = $V;
        while (__VERIFIER_nondet_int()) {
        i = malloc(sizeof(struct item));
        @made i
        i->value = $V;
        i->next = n->ring->next;
        n->ring->next = i;
        }
        n->left = a;
        n->right = b;
        b = 0;
        a = n;
        if ($C) {
        b = a;
        a = 0;
        }
        }"],
    change: &[
        "if (a != 0) {
        i = malloc(sizeof(struct item));
        @made i
        i->value = $V;
        i->next = a->ring->next;
        a->ring->next = i;
        }",
        "if (a != 0 && a->ring->next != a->ring) {
        i = a->ring->next;
        a->ring->next = i->next;
        free(i);
        }",
        "if (a != 0 && a->left != 0) {
        p = a->left;
        a->left = p->right;
        p->right = a;
        a = p;
        }",
        "if (a != 0 && a->left == 0 && a->right == 0) {
        n = a;
        a = 0;
        drop(n);
        }",
        "if (a != 0) {
        i = a->ring;
        while (i->next != a->ring) {
        i = i->next;
        i->value = $V;
        }
        }",
    ],
    free: &["destroy(a);
        destroy(b);"],
};
