//! Short programs, each of which depends on one rule of the analysis.
//!
//! Random programs seldom go wrong in just one way; most of these do, so that a broken rule shows.

/// Its name, and what its `main` does.
pub struct Probe {
    pub name: &'static str,
    pub allocation_may_fail: bool,
    body: &'static str,
}

impl Probe {
    pub fn text(&self) -> String {
        format!("{BEGINNING}{}\n{END}", self.body)
    }
}

const BEGINNING: &str = "extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *block);
extern void *memset(void *block, int byte, unsigned long size);
struct node {
    struct node *next;
    int value;
    char *buffer;
};
static int flag;
static struct node *kept;
static int choose(void) {
    while (__VERIFIER_nondet_int()) {
        flag = 0;
    }
    if (__VERIFIER_nondet_int()) {
        return 0;
    }
    return 1;
}
static int *local(void) {
    int x = 0;
    int *address = &x;
    return address;
}
int main(void) {
    int *nowhere = 0;
    struct node *a = 0;
    struct node *p = 0;
    struct node *q = 0;
";

const END: &str = "    return 0;
}
";

pub const ALL: &[Probe] = &[
    Probe {
        name: "frees inside a block",
        allocation_may_fail: false,
        body: "    char *block = malloc(4);
    free(block + 1);",
    },
    Probe {
        name: "uses a freed block",
        allocation_may_fail: false,
        body: "    int *block = malloc(sizeof(int));
    *block = 1;
    free(block);
    *block = 2;",
    },
    Probe {
        name: "frees a block twice",
        allocation_may_fail: false,
        body: "    int *block = malloc(sizeof(int));
    free(block);
    free(block);",
    },
    Probe {
        name: "writes one byte too far",
        allocation_may_fail: false,
        body: "    char *block = malloc(4);
    block[4] = 1;
    free(block);",
    },
    Probe {
        name: "writes before an array",
        allocation_may_fail: false,
        body: "    int v[8];
    int k = __VERIFIER_nondet_int();
    if (k < 8) {
        v[k] = 1;
    }",
    },
    Probe {
        name: "stores at an unknown index",
        allocation_may_fail: false,
        body: "    int v[3];
    v[0] = 0;
    v[1] = 0;
    v[2] = 0;
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 3) {
        v[k] = 1;
    }
    if (v[2]) {
        *nowhere = 1;
    }",
    },
    Probe {
        name: "branches on what was never stored",
        allocation_may_fail: false,
        body: "    int *block = malloc(sizeof(int));
    if (*block) {
        *block = 1;
    }
    free(block);",
    },
    Probe {
        name: "meets a freed address again",
        allocation_may_fail: false,
        body: "    char *block = malloc(1);
    free(block);
    char *other = malloc(1);
    if (block == other) {
        *nowhere = 1;
    }
    free(other);",
    },
    Probe {
        name: "sets a whole array",
        allocation_may_fail: false,
        body: "    int v[2];
    v[0] = 1;
    v[1] = 1;
    memset(v, 0, sizeof(v));
    if (v[1] == 0) {
        *nowhere = 1;
    }",
    },
    Probe {
        name: "loses a list",
        allocation_may_fail: false,
        body: "    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 0;
        p->next = a;
        a = p;
    }
    a = 0;",
    },
    Probe {
        name: "leaves a list behind",
        allocation_may_fail: false,
        body: "    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 0;
        p->next = a;
        a = p;
    }
    kept = a;",
    },
    Probe {
        name: "stores data in some nodes only",
        allocation_may_fail: false,
        body: "    a = malloc(sizeof(struct node));
    a->next = 0;
    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 0;
        p->next = a;
        a = p;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value) {
            p->value = 0;
        }
    }
    while (a != 0) {
        p = a->next;
        free(a);
        a = p;
    }",
    },
    Probe {
        name: "forgets what nodes own",
        allocation_may_fail: false,
        body: "    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    a->buffer = malloc(4);
    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    a->buffer = malloc(4);
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 0;
        p->next = a;
        a = p;
        a->buffer = malloc(4);
    }
    while (a != 0) {
        p = a->next;
        free(a);
        a = p;
    }",
    },
    Probe {
        name: "changes a flag in a loop",
        allocation_may_fail: false,
        body: "    flag = 0;
    while (__VERIFIER_nondet_int()) {
        flag = 1;
    }
    if (flag) {
        *nowhere = 1;
    }",
    },
    Probe {
        name: "adds other data",
        allocation_may_fail: false,
        body: "    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 0;
        p->next = a;
        a = p;
    }
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 1;
        p->next = a;
        a = p;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value) {
            *nowhere = 1;
        }
    }
    while (a != 0) {
        p = a->next;
        free(a);
        a = p;
    }",
    },
    Probe {
        name: "takes the branch that comes first",
        allocation_may_fail: false,
        body: "    int x = 0;
    if (__VERIFIER_nondet_int()) {
        x = 1;
    }
    if (x) {
        *nowhere = 1;
    }",
    },
    Probe {
        name: "takes the branch that comes second",
        allocation_may_fail: false,
        body: "    int x = 0;
    if (__VERIFIER_nondet_int()) {
        x = 1;
    }
    if (x == 0) {
        *nowhere = 1;
    }",
    },
    Probe {
        name: "calls what returns zero",
        allocation_may_fail: false,
        body: "    if (choose() == 0) {
        *nowhere = 1;
    }",
    },
    Probe {
        name: "calls what returns one",
        allocation_may_fail: false,
        body: "    if (choose() == 1) {
        *nowhere = 1;
    }",
    },
    Probe {
        name: "keeps the address of a local",
        allocation_may_fail: false,
        body: "    int *block = local();
    *block = 1;",
    },
    Probe {
        name: "reads the third node of a short list",
        allocation_may_fail: false,
        body: "    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 0;
        p->next = a;
        a = p;
    }
    a->next->next->value = 1;
    while (a != 0) {
        p = a->next;
        free(a);
        a = p;
    }",
    },
    Probe {
        name: "frees a ring",
        allocation_may_fail: false,
        body: "    a = malloc(sizeof(struct node));
    a->next = a;
    while (__VERIFIER_nondet_int()) {
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
    },
    Probe {
        name: "keeps a ring of two",
        allocation_may_fail: false,
        body: "    a = malloc(sizeof(struct node));
    p = malloc(sizeof(struct node));
    a->next = p;
    p->next = a;
    while (__VERIFIER_nondet_int()) {
        flag = 0;
    }
    q = a->next;
    free(a);
    free(q);",
    },
    Probe {
        name: "keeps a block that is not looked at again",
        allocation_may_fail: false,
        body: "    int *block;
    if (__VERIFIER_nondet_int()) {
        block = malloc(sizeof(int));
    }
    while (__VERIFIER_nondet_int()) {
        flag = 0;
    }",
    },
    Probe {
        name: "does not expect allocation to fail",
        allocation_may_fail: true,
        body: "    int *block = malloc(sizeof(int));
    *block = 1;
    free(block);",
    },
    Probe {
        name: "has other data in its first node",
        allocation_may_fail: false,
        body: "    p = malloc(sizeof(struct node));
    p->value = 0;
    p->next = a;
    a = p;
    p = malloc(sizeof(struct node));
    p->value = 1;
    p->next = a;
    a = p;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof(struct node));
        p->value = 1;
        p->next = a;
        a = p;
    }
    for (p = a; p != 0; p = p->next) {
        if (p->value == 0) {
            *nowhere = 1;
        }
    }
    while (a != 0) {
        p = a->next;
        free(a);
        a = p;
    }",
    },
];
