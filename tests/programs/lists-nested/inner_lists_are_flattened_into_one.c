//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct leaf {
    struct leaf *next;
};

struct branch {
    struct leaf *leaves;
    struct branch *next;
};

static struct branch *build(void)
{
    struct branch *branches = NULL;
    while (__VERIFIER_nondet_int()) {
        struct branch *branch = malloc(sizeof *branch);
        branch->leaves = NULL;
        while (__VERIFIER_nondet_int()) {
            struct leaf *leaf = malloc(sizeof *leaf);
            leaf->next = branch->leaves;
            branch->leaves = leaf;
        }
        branch->next = branches;
        branches = branch;
    }
    return branches;
}

int main(void)
{
    struct branch *branch = build();
    struct leaf *all = NULL;
    while (branch != NULL) {
        struct branch *next = branch->next;
        while (branch->leaves != NULL) {
            struct leaf *leaf = branch->leaves;
            branch->leaves = leaf->next;
            leaf->next = all;
            all = leaf;
        }
        free(branch);
        branch = next;
    }
    while (all != NULL) {
        struct leaf *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
