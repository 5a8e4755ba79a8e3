//! Nodes and buffers that `realloc` makes larger or smaller, in place or somewhere else.

use super::Kit;

pub const KITS: &[Kit] = &[NODES, DOUBLY_LINKED, BUFFERS, POOL];

/// Nodes of a singly linked list get more room, and the link to them is mended.
const NODES: Kit = Kit {
    label: "realloc of nodes",
    types: "struct record {
    struct record *next;
    int length;
    int data[];
    };",
    state: "struct record *a = 0;",
    functions: "static struct record *resize(struct record *p, int length) {
    struct record *moved = realloc(p, sizeof(struct record) + length * sizeof(int));
    @made moved
    while (moved->length < length) {
    moved->data[moved->length] = 0;
    moved->length++;
    }
    moved->length = length;
    return moved;
    }",
    locals: "struct record *n;
    struct record *p;
    struct record **at;
    int is_first;",
    make: &["@loop {
        n = malloc(sizeof(struct record) + sizeof(int));
        @made n
        n->length = 1;
        n->data[0] = $V;
        n->next = a;
        a = n;
        }"],
    change: &[
        "if (a != 0) {
        n = realloc(a, sizeof(struct record) + 4 * sizeof(int));
        @made n
        a = n;
        a->length = 4;
        a->data[3] = $V;
        }",
        "if (a != 0) {
        a = resize(a, 2);
        a->data[1] = $V;
        }",
        "at = &a;
        while (*at != 0) {
        *at = resize(*at, 3);
        (*at)->data[2] = 1;
        at = &(*at)->next;
        }",
        "if (a != 0 && a->next != 0) {
        a->next = resize(a->next, 1);
        a->next->data[0] = 2;
        }",
        "p = a;
        for (n = a; n != 0; n = n->next) {
        p = n;
        }
        is_first = p == a;
        if (p != 0 && is_first) {
        a = resize(p, 2);
        }",
        "if (a != 0) {
        n = realloc(a, sizeof(struct record) + sizeof(int));
        if (n != 0) {
        a = n;
        a->length = 1;
        }
        }",
    ],
    free: &[
        "while (a != 0) {
        n = a;
        a = n->next;
        free(n);
        }",
        "while (a != 0) {
        n = a->next;
        a->data[a->length - 1] = 0;
        free(a);
        a = n;
        }",
    ],
};

/// Both neighbours of a node that moved learn its new address.
const DOUBLY_LINKED: Kit = Kit {
    label: "realloc of doubly linked nodes",
    types: "struct record {
    struct record *next;
    struct record *prev;
    char data[];
    };",
    state: "struct record *a = 0;
    struct record *last = 0;",
    functions: "",
    locals: "struct record *n;
    struct record *p;",
    make: &["@loop {
        n = malloc(sizeof(struct record) + 1);
        @made n
        n->data[0] = $V;
        n->prev = 0;
        n->next = a;
        if (a != 0) {
        a->prev = n;
        } else {
        last = n;
        }
        a = n;
        }"],
    change: &[
        "if (a != 0) {
        n = realloc(a, sizeof(struct record) + 8);
        @made n
        n->data[7] = $V;
        a = n;
        if (n->next != 0) {
        n->next->prev = n;
        } else {
        last = n;
        }
        }",
        "if (last != 0) {
        n = realloc(last, sizeof(struct record) + 2);
        @made n
        n->data[1] = 1;
        if (n->prev != 0) {
        n->prev->next = n;
        } else {
        a = n;
        }
        last = n;
        }",
        "for (p = a; p != 0; p = p->next) {
        n = realloc(p, sizeof(struct record) + 4);
        @made n
        n->data[3] = $V;
        if (n->prev != 0) {
        n->prev->next = n;
        } else {
        a = n;
        }
        if (n->next != 0) {
        n->next->prev = n;
        } else {
        last = n;
        }
        p = n;
        }",
        "for (n = last; n != 0; n = n->prev) {
        n->data[0] = 3;
        }",
    ],
    free: &[
        "while (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }",
        "while (last != 0) {
        n = last->prev;
        free(last);
        last = n;
        }",
    ],
};

/// Nodes own buffers that grow and shrink.
const BUFFERS: Kit = Kit {
    label: "realloc of owned buffers",
    types: "struct node {
    struct node *next;
    int size;
    char *text;
    };",
    state: "struct node *a = 0;",
    functions: "static void put(struct node *p, char character) {
    char *text = realloc(p->text, p->size + 1);
    @made text
    text[p->size] = character;
    p->size++;
    p->text = text;
    }",
    locals: "struct node *n;
    char *t;
    int i;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->size = 0;
        n->text = 0;
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->size = 2;
        n->text = malloc(2);
        @made n->text
        n->text[0] = 1;
        n->text[1] = 0;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "if (a != 0) {
        @loop {
        put(a, 'x');
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        put(n, $V);
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->size > 1) {
        t = realloc(n->text, 1);
        @made t
        n->text = t;
        n->size = 1;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        if (n->size > 0) {
        n->text[n->size - 1] = 1;
        }
        }",
        "for (n = a; n != 0; n = n->next) {
        t = realloc(n->text, 8);
        if (t != 0) {
        n->text = t;
        for (i = n->size; i < 8; i++) {
        t[i] = 0;
        }
        if (n->size < 8) {
        n->size = 8;
        } else {
        n->size = 8;
        }
        }
        }",
    ],
    free: &["while (a != 0) {
        n = a->next;
        free(a->text);
        free(a);
        a = n;
        }"],
};

/// An array of nodes that grows; links are indices into it.
const POOL: Kit = Kit {
    label: "growing array of nodes",
    types: "struct node {
    int value;
    int next;
    };",
    state: "struct node *pool = 0;
    int used = 0;
    int room = 0;
    int first = -1;",
    functions: "",
    locals: "struct node *moved;
    int i;
    int steps;",
    make: &[
        "@loop {
        if (used == room) {
        moved = realloc(pool, (room + 2) * sizeof(struct node));
        @made moved
        pool = moved;
        room = room + 2;
        }
        pool[used].value = $V;
        pool[used].next = first;
        first = used;
        used++;
        }",
        "for (i = 0; i < 3; i++) {
        moved = realloc(pool, (i + 1) * sizeof(struct node));
        @made moved
        pool = moved;
        pool[i].value = i;
        pool[i].next = first;
        first = i;
        }
        used = 3;
        room = 3;",
    ],
    change: &[
        "for (i = 0; i < used; i++) {
        pool[i].value = $V;
        }",
        "steps = 0;
        for (i = first; i >= 0 && i < used && steps < used; i = pool[i].next) {
        pool[i].value = 1;
        steps++;
        }",
        "if (first >= 0 && pool[first].next >= 0) {
        pool[pool[first].next].value = $V;
        }",
        "if (used > 0) {
        first = pool[used - 1].next;
        used--;
        }",
        "if (used > 0 && used < room) {
        moved = realloc(pool, used * sizeof(struct node));
        if (moved != 0) {
        pool = moved;
        room = used;
        }
        }",
    ],
    free: &["free(pool);"],
};
