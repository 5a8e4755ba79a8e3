//! Pointers in pieces, and words that hold one of several things.

use super::Kit;

pub const KITS: &[Kit] = &[BYTES, RECORDS, BIT_FIELDS, COUNTERS];

/// Links and owned buffers are copied, saved, swapped and cleared byte by byte.
const BYTES: Kit = Kit {
    label: "pointers in pieces",
    types: "struct node {
    struct node *next;
    int value;
    char *text;
    };
    union word {
    struct node *pointer;
    unsigned char bytes[sizeof(struct node *)];
    };",
    state: "struct node *a = 0;",
    functions: "static void copy(void *to, const void *from, unsigned long count) {
    unsigned char *t = to;
    const unsigned char *f = from;
    unsigned long i;
    for (i = 0; i < count; i++) {
    t[i] = f[i];
    }
    }
    static void swap(void *x, void *y, unsigned long count) {
    unsigned char *s = x;
    unsigned char *t = y;
    while (count > 0) {
    unsigned char byte = *s;
    *s = *t;
    *t = byte;
    s++;
    t++;
    count--;
    }
    }",
    locals: "struct node *n;
    struct node *p;
    unsigned char *byte;
    unsigned char kept;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->text = malloc(2);
        @made n->text
        copy(&n->next, &a, sizeof(a));
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        memset(n, 0, sizeof(struct node));
        n->text = malloc(2);
        @made n->text
        memcpy(&n->next, &a, sizeof(a));
        memcpy(&a, &n, sizeof(a));
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a;
        memset(&n->text, 0, sizeof(n->text));
        a = n;
        }",
    ],
    change: &[
        "{
        unsigned char saved[sizeof(a)];
        p = a;
        memcpy(saved, &a, sizeof(a));
        a = 0;
        copy(&a, saved, sizeof(a));
        }",
        "if (a != 0) {
        p = a->next;
        byte = (unsigned char *)&a->next;
        kept = byte[1];
        byte[1] = 0;
        a->value = $V;
        byte[1] = kept;
        }",
        "if (a != 0) {
        unsigned char half[2];
        p = a->next;
        copy(half, &a->next, 2);
        memset(&a->next, 0, 2);
        copy(&a->next, half, 2);
        }",
        "{
        union word w;
        w.pointer = a;
        p = a;
        w.bytes[0] = w.bytes[0] ^ 1;
        w.bytes[0] = w.bytes[0] ^ 1;
        a = w.pointer;
        }",
        "{
        union word w;
        union word v;
        w.pointer = a;
        copy(v.bytes, w.bytes, sizeof(v.bytes));
        a = v.pointer;
        }",
        "if (a != 0 && a->next != 0) {
        swap(&a->text, &a->next->text, sizeof(a->text));
        }",
        "if (a != 0 && a->next != 0) {
        p = a;
        n = a->next;
        swap(&a, &p->next, sizeof(a));
        swap(&p->next, &n->next, sizeof(a));
        }",
        "for (p = a; p != 0; p = n) {
        memcpy(&n, &p->next, sizeof(n));
        p->value = $V;
        }",
        "for (n = a; n != 0; n = n->next) {
        if ($C) {
        free(n->text);
        memset(&n->text, 0, sizeof(n->text));
        }
        }",
    ],
    free: &[
        "while (a != 0) {
        memcpy(&n, &a->next, sizeof(n));
        free(a->text);
        free(a);
        a = n;
        }",
        "while (a != 0) {
        char *text;
        n = a;
        copy(&a, &n->next, sizeof(a));
        copy(&text, &n->text, sizeof(text));
        free(text);
        free(n);
        }",
    ],
};

/// Records with links are copied in part or as a whole, also onto themselves.
const RECORDS: Kit = Kit {
    label: "parts of records moved",
    types: "extern void *memmove(void *to, const void *from, unsigned long size);
    struct links {
    struct pair *first;
    struct pair *second;
    struct pair *third;
    };
    struct pair {
    int value;
    struct links links;
    };",
    state: "struct pair *a = 0;
    struct links roots = { 0, 0, 0 };",
    functions: "static void rotate(struct links *l) {
    struct pair *first = l->first;
    memmove(&l->first, &l->second, 2 * sizeof(struct pair *));
    l->third = first;
    }",
    locals: "struct pair *n;
    struct pair *p;
    struct links kept;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct pair));
        @made n
        n->value = $V;
        memset(&n->links, 0, sizeof(n->links));
        n->links.first = a;
        a = n;
        }",
        "@loop {
        n = calloc(1, sizeof(struct pair));
        @made n
        memcpy(&n->links.first, &a, sizeof(a));
        a = n;
        }
        roots.first = a;",
    ],
    change: &[
        "for (n = a; n != 0; n = n->links.first) {
        n->links.second = n->links.first;
        n->links.third = n;
        }",
        "if (a != 0) {
        p = a->links.first;
        memmove(&a->links.second, &a->links.first, 2 * sizeof(p));
        }",
        "if (a != 0) {
        rotate(&a->links);
        rotate(&a->links);
        rotate(&a->links);
        }",
        "if (a != 0) {
        kept = a->links;
        memset(&a->links, 0, sizeof(kept));
        memcpy(&a->links, &kept, sizeof(kept));
        }",
        "if (a != 0) {
        n = malloc(sizeof(struct pair));
        @made n
        memcpy(n, a, sizeof(struct pair));
        free(a);
        a = n;
        roots.first = 0;
        }",
        "roots.first = a;
        rotate(&roots);
        memmove(&a, &roots.third, sizeof(a));",
        "if (a != 0) {
        memmove(&a->links, &a->links.first, sizeof(a->links));
        a->value = $V;
        }",
    ],
    free: &[
        "while (a != 0) {
        n = a->links.first;
        free(a);
        a = n;
        }",
        "while (a != 0) {
        kept = a->links;
        free(a);
        memcpy(&a, &kept.first, sizeof(a));
        }",
    ],
};

/// Several bit-fields in one unit say what a word of the node is.
const BIT_FIELDS: Kit = Kit {
    label: "tags in bit-fields",
    types: "struct node {
    unsigned tag : 2;
    int level : 3;
    unsigned char small : 7;
    struct node *next;
    union {
    char *text;
    int *number;
    long plain;
    unsigned char bytes[sizeof(long)];
    } data;
    };",
    state: "struct node *a = 0;",
    functions: "static void drop(struct node *p) {
    switch (p->tag) {
    case 1:
    free(p->data.text);
    break;
    case 2:
    free(p->data.number);
    break;
    default:
    break;
    }
    p->tag = 0;
    }",
    locals: "struct node *n;
    struct node **at;
    int i;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->level = -1;
        n->small = 100;
        n->tag = 0;
        n->data.plain = $V;
        if (__VERIFIER_nondet_int()) {
        n->data.text = malloc(2);
        @made n->data.text
        n->tag = 1;
        }
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->level = 3;
        n->small = 0;
        n->tag = 2;
        n->data.number = malloc(sizeof(int));
        @made n->data.number
        *n->data.number = $V;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        n->level = $V;
        n->small = n->small + 1;
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->tag == 1) {
        n->data.text[1] = 1;
        }
        if (n->tag == 2) {
        *n->data.number = $V;
        }
        }",
        "if (a != 0) {
        drop(a);
        a->data.plain = $V;
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->level < 0 && n->tag == 1) {
        free(n->data.text);
        n->tag = 3;
        }
        }",
        "if (a != 0 && a->tag == 0) {
        a->data.number = malloc(sizeof(int));
        @made a->data.number
        *a->data.number = 0;
        a->tag = a->tag + 2;
        }",
        "if (a != 0 && a->tag != 1 && a->tag != 2) {
        for (i = 0; i < (int)sizeof(long); i++) {
        a->data.bytes[i] = 7;
        }
        }",
        "at = &a;
        while (*at != 0) {
        n = *at;
        if (n->tag == 0) {
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
        drop(n);
        free(n);
        }"],
};

/// A bit-field counts what a node owns.
const COUNTERS: Kit = Kit {
    label: "counters in bit-fields",
    types: "struct node {
    struct node *next;
    unsigned used : 2;
    unsigned rest : 30;
    char *parts[3];
    };",
    state: "struct node *a = 0;",
    functions: "static int add(struct node *p) {
    char *part;
    if (p->used == 3) {
    return 0;
    }
    part = malloc(1);
    @fail part
    return 0;
    @end
    p->parts[p->used] = part;
    p->used++;
    return 1;
    }
    static void take(struct node *p) {
    if (p->used > 0) {
    p->used--;
    free(p->parts[p->used]);
    }
    }",
    locals: "struct node *n;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->used = 0;
        n->rest = $V;
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->used = 0;
        n->rest = 0;
        add(n);
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        add(n);
        }",
        "if (a != 0) {
        take(a);
        a->rest = $V;
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->used == 2) {
        *n->parts[1] = 1;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        n->rest = n->rest + n->used;
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        while (n->used > 0) {
        take(n);
        }
        free(n);
        }"],
};
