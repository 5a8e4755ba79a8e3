//! Chunks inside a block, and records of arrays that lead to each other.

use super::{Probe, probe, whole};

pub(super) const ALL: &[Probe] = &[
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "takes the records of an array as nodes",
            "    static struct node pool[30];
    int used = 0;
    while (N) {
        if (used == 30) {
            break;
        }
        p = &pool[used];
        used = used + 1;
        p->value = 1;
        p->next = a;
        a = p;
    }
    for (p = a; p != 0; p = p->next) {
        p->value = 2;
    }",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "gives records of a pool back",
            "    static struct node pool[20];
    int i;
    for (i = 0; i < 20; i = i + 1) {
        pool[i].next = a;
        a = &pool[i];
    }
    while (N) {
        if (__VERIFIER_nondet_int() && a != 0) {
            p = a;
            a = p->next;
            p->next = q;
            q = p;
        } else if (q != 0) {
            p = q;
            q = p->next;
            p->next = a;
            a = p;
        }
    }",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "follows records by their indices",
            "    static struct node pool[20];
    int i;
    for (i = 0; i < 20; i = i + 1) {
        pool[i].value = i + 1;
    }
    i = 0;
    while (__VERIFIER_nondet_int()) {
        i = pool[i].value;
    }",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "walks through chunks by their sizes",
            "    unsigned long *arena = malloc(256);
    unsigned long at = 0;
    while (at < 32) {
        unsigned long size = 1 + (unsigned)__VERIFIER_nondet_int() % 8;
        if (size > 32 - at) {
            size = 32 - at;
        }
        arena[at] = size;
        at = at + size;
    }
    at = 0;
    while (at < 32) {
        at = at + arena[at];
    }
    free(arena);",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "makes the first chunk longer than the arena",
            "    unsigned long *arena = malloc(256);
    unsigned long at = 0;
    while (at < 32) {
        arena[at] = 4;
        at = at + 4;
    }
    arena[0] = 36;
    at = 0;
    while (at < 32) {
        at = at + arena[at];
    }
    arena[at - 4] = 0;
    free(arena);",
        )
    },
    whole(
        "loses a node beside words of other sizes",
        "struct node {
    int value;
    struct node *next;
};
static struct node *list;
static int *counter;
",
        "int main(void) {
    struct node *n;
    counter = malloc(sizeof(int));
    for (int i = 0; i < 2; i++) {
        n = malloc(sizeof(struct node));
        n->value = 1;
        n->next = list;
        list = n;
        *counter = 1;
    }
    list = n->next;
    for (n = list; n != 0; n = n->next) {
        *counter = n->value;
    }
    return 0;
}",
    ),
];
