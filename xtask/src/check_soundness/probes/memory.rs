//! Blocks, variables, calls and bits, without lists.

use super::{Probe, probe};

pub(super) const ALL: &[Probe] = &[
    probe(
        "frees inside a block",
        "    char *block = malloc(4);
    free(block + 1);",
    ),
    probe(
        "uses a freed block",
        "    int *block = malloc(sizeof(int));
    *block = 1;
    free(block);
    *block = 2;",
    ),
    probe(
        "frees a block twice",
        "    int *block = malloc(sizeof(int));
    free(block);
    free(block);",
    ),
    probe(
        "writes one byte too far",
        "    char *block = malloc(4);
    block[4] = 1;
    free(block);",
    ),
    probe(
        "writes before an array",
        "    int v[8];
    int k = N;
    if (k < 8) {
        v[k] = 1;
    }",
    ),
    probe(
        "stores at an unknown index",
        "    int v[3];
    v[0] = 0;
    v[1] = 0;
    v[2] = 0;
    int k = N;
    if (k >= 0 && k < 3) {
        v[k] = 1;
    }
    if (v[2]) {
        *nowhere = 1;
    }",
    ),
    probe(
        "branches on what was never stored",
        "    int *block = malloc(sizeof(int));
    if (*block) {
        *block = 1;
    }
    free(block);",
    ),
    probe(
        "meets a freed address again",
        "    char *block = malloc(1);
    free(block);
    char *other = malloc(1);
    if (block == other) {
        *nowhere = 1;
    }
    free(other);",
    ),
    probe(
        "sets a whole array",
        "    int v[2];
    v[0] = 1;
    v[1] = 1;
    memset(v, 0, sizeof(v));
    if (v[1] == 0) {
        *nowhere = 1;
    }",
    ),
    probe(
        "changes a flag in a loop",
        "    flag = 0;
    while (N) {
        flag = 1;
    }
    if (flag) {
        *nowhere = 1;
    }",
    ),
    probe(
        "takes the branch that comes first",
        "    int x = 0;
    if (N) {
        x = 1;
    }
    if (x) {
        *nowhere = 1;
    }",
    ),
    probe(
        "takes the branch that comes second",
        "    int x = 0;
    if (N) {
        x = 1;
    }
    if (x == 0) {
        *nowhere = 1;
    }",
    ),
    probe(
        "calls what returns zero",
        "    if (choose() == 0) {
        *nowhere = 1;
    }",
    ),
    probe(
        "calls what returns one",
        "    if (choose() == 1) {
        *nowhere = 1;
    }",
    ),
    probe(
        "keeps the address of a local",
        "    int *block = local();
    *block = 1;",
    ),
    probe(
        "keeps a block that is not looked at again",
        "    int *block;
    if (N) {
        block = malloc(sizeof(int));
    }
    while (N) {
        flag = 0;
    }",
    ),
    probe(
        "counts beyond an array",
        "    int v[8];
    int i = 0;
    while (i <= 8) {
        v[i] = 0;
        i++;
    }",
    ),
    probe(
        "compares the results of two calls",
        "    int x = anything();
    int y = anything();
    if (x != y) {
        *nowhere = 1;
    }",
    ),
    probe(
        "meets a freed address after a call",
        "    char *block = malloc(1);
    free(block);
    char *other = fresh();
    if (block == other) {
        *nowhere = 1;
    }
    free(other);",
    ),
    probe(
        "looks at the lowest bit of an input",
        "    int k = N;
    if (k & 1) {
        *nowhere = 1;
    }",
    ),
    probe(
        "tests a bit that was never stored",
        "    struct flags {
        struct flags *next;
        unsigned is_stored : 1;
        unsigned is_not : 1;
    };
    struct flags *all = 0;
    struct flags *one;
    while (N) {
        one = malloc(sizeof(struct flags));
        one->is_stored = 1;
        one->next = all;
        all = one;
    }
    while (all != 0) {
        one = all;
        all = one->next;
        if (one->is_not) {
            flag = 1;
        }
        free(one);
    }",
    ),
];
