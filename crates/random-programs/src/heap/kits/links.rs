//! Links that are no plain pointers to the next node.

use super::Kit;

pub const KITS: &[Kit] =
    &[BACK_LINKS, TAIL_QUEUE, DOUBLY_TAIL_QUEUE, TAGGED, SKIP_LIST, THREE_LEVELS, DISTANCES];

/// The back link of a node leads to whatever points to the node.
const BACK_LINKS: Kit = Kit {
    label: "back links to links",
    types: "struct link {
    struct link *next;
    struct link **at;
    };
    struct node {
    int value;
    struct link link;
    };",
    state: "struct link *a = 0;
    struct link *b = 0;",
    functions: "static struct node *item(struct link *p) {
    return (struct node *)((char *)p - __builtin_offsetof(struct node, link));
    }
    static void add(struct link *p, struct link **at) {
    p->next = *at;
    if (p->next != 0) {
    p->next->at = &p->next;
    }
    p->at = at;
    *at = p;
    }
    static void unlink(struct link *p) {
    *p->at = p->next;
    if (p->next != 0) {
    p->next->at = p->at;
    }
    }",
    locals: "struct node *n;
    struct link *p;
    struct link *q;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        add(&n->link, &a);
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->link.next = a;
        if (a != 0) {
        a->at = &n->link.next;
        }
        n->link.at = &a;
        a = &n->link;
        }",
    ],
    change: &[
        "p = a;
        while (p != 0) {
        q = p->next;
        n = item(p);
        if ($C) {
        unlink(p);
        free(n);
        }
        p = q;
        }",
        "if (a != 0) {
        p = a;
        unlink(p);
        add(p, &b);
        }",
        "for (p = a; p != 0; p = p->next) {
        n = item(p);
        if ($C) {
        n->value = $V;
        }
        }",
        "if (a != 0) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        add(&n->link, &a->next);
        }",
        "for (p = a; p != 0; p = p->next) {
        *p->at = p;
        }",
        "if (a != 0 && a->next != 0) {
        p = a->next;
        n = item(p);
        unlink(p);
        free(n);
        }",
    ],
    free: &[
        "while (a != 0) {
        n = item(a);
        unlink(a);
        free(n);
        }
        while (b != 0) {
        n = item(b);
        b = b->next;
        free(n);
        }",
        "for (p = a; p != 0; p = q) {
        q = p->next;
        free(item(p));
        }
        for (p = b; p != 0; p = q) {
        q = p->next;
        free(item(p));
        }",
    ],
};

/// The head knows where the next node is to be linked to.
const TAIL_QUEUE: Kit = Kit {
    label: "tail queue",
    types: "struct node {
    int value;
    struct node *next;
    };
    struct head {
    struct node *first;
    struct node **last;
    };",
    state: "struct head a = { 0, &a.first };
    struct head b = { 0, &b.first };",
    functions: "",
    locals: "struct node *n;
    struct node *p;
    struct node **at;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = 0;
        *a.last = n;
        a.last = &n->next;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a.first;
        if (n->next == 0) {
        a.last = &n->next;
        }
        a.first = n;
        }",
    ],
    change: &[
        "if (a.first != 0) {
        n = a.first;
        a.first = n->next;
        if (a.first == 0) {
        a.last = &a.first;
        }
        free(n);
        }",
        "if (b.first != 0) {
        *a.last = b.first;
        a.last = b.last;
        b.first = 0;
        b.last = &b.first;
        }",
        "at = &a.first;
        while (*at != 0) {
        n = *at;
        if ($C) {
        *at = n->next;
        free(n);
        } else {
        at = &n->next;
        }
        }
        a.last = at;",
        "while (a.first != 0 && __VERIFIER_nondet_int()) {
        n = a.first;
        a.first = n->next;
        if (n->next == 0) {
        a.last = &a.first;
        }
        n->next = 0;
        *b.last = n;
        b.last = &n->next;
        }",
        "for (n = a.first; n != 0; n = n->next) {
        if ($C) {
        n->value = $V;
        }
        }",
    ],
    free: &[
        "while (a.first != 0) {
        n = a.first;
        a.first = n->next;
        free(n);
        }
        while (b.first != 0) {
        n = b.first;
        b.first = n->next;
        free(n);
        }",
        "*a.last = b.first;
        for (n = a.first; n != 0; n = p) {
        p = n->next;
        free(n);
        }",
    ],
};

/// As above, and every node knows what points to it.
const DOUBLY_TAIL_QUEUE: Kit = Kit {
    label: "tail queue with back links",
    types: "struct node {
    int value;
    struct node *next;
    struct node **at;
    };
    struct head {
    struct node *first;
    struct node **last;
    };",
    state: "struct head a = { 0, &a.first };",
    functions: "static void take(struct head *list, struct node *p) {
    if (p->next != 0) {
    p->next->at = p->at;
    } else {
    list->last = p->at;
    }
    *p->at = p->next;
    }",
    locals: "struct node *n;
    struct node *p;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = 0;
        n->at = a.last;
        *a.last = n;
        a.last = &n->next;
        }"],
    change: &[
        "for (n = a.first; n != 0; n = p) {
        p = n->next;
        if ($C) {
        take(&a, n);
        free(n);
        }
        }",
        "if (a.first != 0) {
        n = a.first;
        take(&a, n);
        n->next = 0;
        n->at = a.last;
        *a.last = n;
        a.last = &n->next;
        }",
        "n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a.first;
        if (n->next != 0) {
        a.first->at = &n->next;
        } else {
        a.last = &n->next;
        }
        a.first = n;
        n->at = &a.first;",
    ],
    free: &[
        "while (a.first != 0) {
        n = a.first;
        take(&a, n);
        free(n);
        }",
        "n = a.first;
        while (n != 0) {
        p = n->next;
        free(n);
        n = p;
        }",
    ],
};

/// The lowest bit of a link says something about the node that it leads to.
const TAGGED: Kit = Kit {
    label: "tagged links",
    types: "struct node {
    unsigned long next;
    int value;
    };",
    state: "unsigned long a = 0;",
    functions: "static struct node *plain(unsigned long link) {
    return (struct node *)(link & ~1ul);
    }",
    locals: "struct node *n;
    struct node *p;
    unsigned long *at;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a;
        a = (unsigned long)n | 1;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 0;
        n->next = a;
        a = (unsigned long)n;
        if (__VERIFIER_nondet_int()) {
        a = a | 1;
        }
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = 0;
        n->next = a;
        a = (unsigned long)n;
        }",
    ],
    change: &[
        "for (n = plain(a); n != 0; n = plain(n->next)) {
        n->value = $V;
        }",
        "if (a & 1) {
        plain(a)->value = 1;
        }",
        "at = &a;
        while (plain(*at) != 0) {
        n = plain(*at);
        if (*at & 1) {
        *at = n->next;
        free(n);
        } else {
        at = &n->next;
        }
        }",
        "for (n = plain(a); n != 0; n = plain(n->next)) {
        if ($C) {
        n->next = n->next | 1;
        }
        }",
    ],
    free: &["while (plain(a) != 0) {
        n = plain(a);
        a = n->next;
        free(n);
        }"],
};

/// Some nodes know a later node besides the next one.
const SKIP_LIST: Kit = Kit {
    label: "skip list",
    types: "struct node {
    int value;
    struct node *next;
    struct node *far;
    };",
    state: "struct node *a = 0;
    struct node *high = 0;",
    functions: "",
    locals: "struct node *n;
    struct node *p;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a;
        n->far = 0;
        a = n;
        if (__VERIFIER_nondet_int()) {
        n->far = high;
        high = n;
        }
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a;
        n->far = high;
        a = n;
        if (__VERIFIER_nondet_int()) {
        high = n;
        }
        }",
    ],
    change: &[
        "for (n = high; n != 0; n = n->far) {
        n->value = $V;
        }",
        "p = high;
        while (p != 0 && p->far != 0 && __VERIFIER_nondet_int()) {
        p = p->far;
        }
        while (p != 0 && __VERIFIER_nondet_int()) {
        p = p->next;
        }
        if (p != 0) {
        p->value = $V;
        }",
        "if (a != 0) {
        n = a;
        if (high == n) {
        high = n->far;
        }
        a = n->next;
        free(n);
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->far != 0) {
        n->far->value = n->value;
        }
        }",
    ],
    free: &["while (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }"],
};

/// Some nodes are on a second level, and some of these on a third one.
const THREE_LEVELS: Kit = Kit {
    label: "skip list of three levels",
    types: "struct node {
    int value;
    struct node *next;
    struct node *fast;
    struct node *express;
    };",
    state: "struct node *a = 0;
    struct node *fast = 0;
    struct node *express = 0;",
    functions: "",
    locals: "struct node *n;
    struct node *p;
    struct node *q;
    struct node *r;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a;
        n->fast = 0;
        n->express = 0;
        a = n;
        if (__VERIFIER_nondet_int()) {
        n->fast = fast;
        fast = n;
        if (__VERIFIER_nondet_int()) {
        n->express = express;
        express = n;
        }
        }
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        if (express == 0 || express != a) {
        n->next = a;
        n->fast = fast;
        n->express = express;
        a = n;
        fast = n;
        express = n;
        } else {
        p = express;
        while (p->express != 0 && __VERIFIER_nondet_int()) {
        p = p->express;
        }
        q = p;
        while (q->fast != p->express && __VERIFIER_nondet_int()) {
        q = q->fast;
        }
        r = q;
        while (r->next != q->fast && __VERIFIER_nondet_int()) {
        r = r->next;
        }
        n->next = r->next;
        n->fast = 0;
        n->express = 0;
        r->next = n;
        if (__VERIFIER_nondet_int()) {
        n->fast = q->fast;
        q->fast = n;
        if (__VERIFIER_nondet_int()) {
        n->express = p->express;
        p->express = n;
        }
        }
        }
        }",
    ],
    change: &[
        "for (n = express; n != 0; n = n->express) {
        n->value = $V;
        }",
        "for (n = fast; n != 0; n = n->fast) {
        n->value = $V;
        }",
        "if (a != 0) {
        n = a;
        if (fast == n) {
        fast = n->fast;
        }
        if (express == n) {
        express = n->express;
        }
        a = n->next;
        free(n);
        }",
    ],
    free: &["while (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }"],
};

/// Nodes know how far the next node is away from them.
const DISTANCES: Kit = Kit {
    label: "links are distances",
    types: "struct node {
    unsigned long distance;
    int value;
    };",
    state: "struct node *a = 0;",
    functions: "static struct node *next(struct node *p) {
    if (p->distance == 0) {
    return 0;
    }
    return (struct node *)((unsigned long)p + p->distance);
    }",
    locals: "struct node *n;
    struct node *p;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->distance = 0;
        if (a != 0) {
        n->distance = (unsigned long)a - (unsigned long)n;
        }
        a = n;
        }"],
    change: &["for (n = a; n != 0; n = next(n)) {
        n->value = $V;
        }"],
    free: &["while (a != 0) {
        n = next(a);
        free(a);
        a = n;
        }"],
};
