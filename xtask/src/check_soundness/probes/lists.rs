//! Lists, what their nodes hold and own, and rings.

use super::{Probe, probe};

pub(super) const ALL: &[Probe] = &[
    probe(
        "loses a list",
        "    @push 0;
    @push 0;
    while (N) {
        @push 0;
    }
    a = 0;",
    ),
    probe(
        "leaves a list behind",
        "    @push 0;
    @push 0;
    while (N) {
        @push 0;
    }
    kept = a;",
    ),
    probe(
        "stores data in some nodes only",
        "    a = malloc(sizeof(struct node));
    a->next = 0;
    @push 0;
    while (N) {
        @push 0;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value) {
            p->value = 0;
        }
    }
    @free;",
    ),
    probe(
        "forgets what nodes own",
        "    @push 0;
    a->buffer = malloc(4);
    @push 0;
    a->buffer = malloc(4);
    while (N) {
        @push 0;
        a->buffer = malloc(4);
    }
    @free;",
    ),
    probe(
        "adds other data",
        "    while (N) {
        @push 0;
    }
    while (N) {
        @push 1;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value) {
            *nowhere = 1;
        }
    }
    @free;",
    ),
    probe(
        "reads the third node of a short list",
        "    @push 0;
    @push 0;
    while (N) {
        @push 0;
    }
    a->next->next->value = 1;
    @free;",
    ),
    probe(
        "frees a ring",
        "    a = malloc(sizeof(struct node));
    a->next = a;
    while (N) {
        p = malloc(sizeof(struct node));
        p->next = a->next;
        a->next = p;
    }
    p = a->next;
    while (p != a) {
        q = p->next;
        free(p);
        p = q;
    }
    free(a);",
    ),
    probe(
        "keeps a ring of two",
        "    a = malloc(sizeof(struct node));
    p = malloc(sizeof(struct node));
    a->next = p;
    p->next = a;
    while (N) {
        flag = 0;
    }
    q = a->next;
    free(a);
    free(q);",
    ),
    Probe {
        beginning: None,
        allocation_may_fail: true,
        ..probe(
            "does not expect allocation to fail",
            "    int *block = malloc(sizeof(int));
    *block = 1;
    free(block);",
        )
    },
    probe(
        "has other data in its first node",
        "    @push 0;
    @push 1;
    while (N) {
        @push 1;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value == 0) {
            *nowhere = 1;
        }
    }
    @free;",
    ),
    probe(
        "has three kinds of nodes",
        "    while (N) {
        @push 0;
        @push 1;
        @push 2;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value == 1) {
            *nowhere = 1;
        }
    }
    @free;",
    ),
    probe(
        "has a first node of one kind or another",
        "    while (N) {
        @push 0;
        if (N) {
            @push 1;
        }
    }
    if (a != 0 && a->value == 1) {
        *nowhere = 1;
    }
    @free;",
    ),
    probe(
        "has a first node of either kind",
        "    while (N) {
        @push 0;
        if (N) {
            @push 1;
        }
    }
    if (a != 0 && a->value == 0) {
        *nowhere = 1;
    }
    @free;",
    ),
    probe(
        "alternates between two kinds",
        "    while (N) {
        @push 0;
        @push 1;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value == 0 && p != a) {
            *nowhere = 1;
        }
    }
    @free;",
    ),
    probe(
        "may have one node only",
        "    @push 0;
    while (N) {
        @push 0;
    }
    a->next->value = 1;
    @free;",
    ),
    probe(
        "counts its nodes and frees one less",
        "    int count = 0;
    while (N) {
        @push 0;
        count++;
    }
    while (count > 1) {
        p = a->next;
        free(a);
        a = p;
        count--;
    }",
    ),
    probe(
        "counts its nodes and frees one more",
        "    int count = 0;
    while (N) {
        @push 0;
        count++;
    }
    while (count >= 0) {
        p = a->next;
        free(a);
        a = p;
        count--;
    }",
    ),
    probe(
        "counts its nodes and looks behind the last",
        "    int count = 0;
    while (N) {
        @push 0;
        count++;
    }
    p = a;
    while (count > 0) {
        q = p;
        p = p->next;
        count--;
    }
    if (p == 0) {
        *nowhere = 1;
    }
    @free;",
    ),
    probe(
        "owns lists that may be empty",
        "    while (N) {
        @push 0;
        a->inner = 0;
        while (N) {
            q = malloc(sizeof(struct node));
            q->next = a->inner;
            a->inner = q;
        }
    }
    for (p = a; p != 0; p = p->next) {
        p->inner->value = 1;
    }
    while (a != 0) {
        while (a->inner != 0) {
            q = a->inner->next;
            free(a->inner);
            a->inner = q;
        }
        p = a->next;
        free(a);
        a = p;
    }",
    ),
    probe(
        "has links back that lead elsewhere",
        "    struct node *last = 0;
    while (N) {
        @push 0;
        p->inner = 0;
        if (p->next != 0) {
            p->next->inner = last;
        } else {
            last = p;
        }
    }
    while (last != 0) {
        q = last->inner;
        free(last);
        last = q;
    }",
    ),
    probe(
        "has one link back that was not set",
        "    @push 0;
    p->inner = 0;
    struct node *last = p;
    @push 0;
    p->inner = 0;
    p->next->inner = p;
    while (N) {
        @push 0;
        p->inner = 0;
        p->next->inner = p;
    }
    @push 0;
    p->inner = 0;
    while (N) {
        flag = 0;
    }
    while (last != 0) {
        q = last->inner;
        free(last);
        last = q;
    }",
    ),
    probe(
        "follows a ring for ever",
        "    @push 0;
    q = a;
    while (N) {
        @push 0;
    }
    q->next = a;
    p = a->next;
    while (p != a) {
        p = p->next;
    }
    @free;",
    ),
    probe(
        "ends a list behind another block",
        "    char *block = malloc(sizeof(struct node));
    struct node *end = (struct node *)(block + sizeof(struct node));
    a = end;
    while (N) {
        @push 0;
    }
    while (a != end) {
        p = a->next;
        free(a);
        a = p;
    }
    free(block);",
    ),
    probe(
        "looks for the largest number in a list",
        "    while (N) {
        int k = N;
        if (k >= 0 && k <= 3) {
            @push k;
        }
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value == 3) {
            *nowhere = 1;
        }
    }
    @free;",
    ),
    probe(
        "puts a small number before large ones",
        "    while (N) {
        int k = N;
        if (k >= 3 && k <= 7) {
            @push k;
        }
    }
    int k = N;
    if (k >= 0 && k <= 2) {
        @push k;
        for (p = a; p != 0; p = p->next) {
            if (p->value == 6) {
                *nowhere = 1;
            }
        }
    }
    @free;",
    ),
    probe(
        "links some nodes on a second level",
        "    while (N) {
        @push 0;
        p->buffer = 0;
        p->inner = 0;
        if (N) {
            p->inner = q;
            q = p;
        }
    }
    @free;",
    ),
    probe(
        "leads to the next node twice, but for the last",
        "    q = malloc(sizeof(struct node));
    q->inner = 0;
    while (N) {
        @push 0;
        p->buffer = 0;
        p->inner = q;
        if (p->next != 0) {
            p->inner = p->next;
        }
    }
    @free;
    free(q);",
    ),
    probe(
        "marks the links to other nodes",
        "    while (N) {
        @push 0;
    }
    for (p = a; p != 0; p = (struct node *)((unsigned long)p->next & ~1ul)) {
        if (p->next != 0) {
            p->next = (struct node *)((unsigned long)p->next | 1ul);
        }
    }
    for (p = a; p != 0; p = (struct node *)((unsigned long)p->next & ~1ul)) {
        if ((unsigned long)p->next & 1ul) {
            *nowhere = 1;
        }
    }
    while (a != 0) {
        p = (struct node *)((unsigned long)a->next & ~1ul);
        free(a);
        a = p;
    }",
    ),
    probe(
        "expects numbers that count beyond a gap",
        "    int k = 0;
    while (k < 6) {
        @push k;
        k = k + 1;
    }
    int gap = N;
    if (gap > 0 && gap < 9) {
        k = k + gap;
    }
    while (N) {
        @push k;
        k = k + 1;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->next != 0 && p->value != p->next->value + 1) {
            *nowhere = 1;
        }
    }
    @free;",
    ),
    probe(
        "owns lists and looks at none of them",
        "    while (N) {
        @push 0;
        p->inner = 0;
        while (N) {
            q = malloc(sizeof(struct node));
            q->next = p->inner;
            p->inner = q;
        }
    }
    kept = a;",
    ),
    probe(
        "looks for negative numbers in a list",
        "    while (N) {
        int k = N;
        if (k >= 0 && k <= 1) {
            @push k;
        }
    }
    int k = N;
    if (k >= 2 && k <= 4) {
        @push k;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value < 0) {
            *nowhere = 1;
        }
    }
    @free;",
    ),
    probe(
        "writes behind a block whose length its node holds",
        "    while (N) {
        int k = N;
        if (k > 0 && k < 100) {
            p = malloc(sizeof(struct node));
            p->value = k;
            p->buffer = malloc(k);
            p->next = a;
            a = p;
        }
    }
    for (p = a; p != 0; p = p->next) {
        p->buffer[p->value] = 1;
    }
    while (a != 0) {
        p = a->next;
        free(a->buffer);
        free(a);
        a = p;
    }",
    ),
    probe(
        "writes behind the shorter of two blocks",
        "    int k = N;
    if (k <= 1 || k >= 100) {
        return 0;
    }
    p = malloc(sizeof(struct node));
    p->value = k;
    p->buffer = malloc(k - 1);
    p->next = a;
    a = p;
    p = malloc(sizeof(struct node));
    p->value = k;
    p->buffer = malloc(k);
    p->next = a;
    a = p;
    while (N) {
        flag = 1;
    }
    p = a->next;
    p->buffer[p->value - 1] = 1;
    while (a != 0) {
        p = a->next;
        free(a->buffer);
        free(a);
        a = p;
    }",
    ),
    probe(
        "measures texts without an end",
        "    while (N) {
        int n = N;
        if (n < 1 || n > 9) {
            break;
        }
        p = malloc(sizeof(struct node));
        p->buffer = malloc(n);
        memset(p->buffer, 'a', n);
        p->next = a;
        a = p;
    }
    for (p = a; p != 0; p = p->next) {
        flag += strlen(p->buffer) > 3;
    }
    while (a != 0) {
        p = a->next;
        free(a->buffer);
        free(a);
        a = p;
    }",
    ),
    Probe {
        beginning: None,
        name: "reverses a list of three nodes",
        allocation_may_fail: false,
        effort: 3,
        body: "    struct node *b = 0;
    while (N) {
        p = malloc(sizeof(struct node));
        p->next = a;
        a = p;
    }
    for (q = a; q != 0; q = q->next) {
        p = malloc(sizeof(struct node));
        p->next = b;
        b = p;
    }
    a = reverse(a, 0);
    if (a != 0 && a->next != 0 && a->next->next != 0 && a->next->next->next == 0) {
        *nowhere = 1;
    }
    release(&a, &b);
    release(&b, &a);",
    },
];
