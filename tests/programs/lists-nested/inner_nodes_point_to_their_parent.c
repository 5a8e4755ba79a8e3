//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct parent {
    struct child *children;
    struct parent *next;
    int count;
};

struct child {
    struct parent *parent;
    struct child *next;
};

int main(void)
{
    struct parent *parents = NULL;
    while (__VERIFIER_nondet_int()) {
        struct parent *parent = malloc(sizeof *parent);
        parent->count = 0;
        parent->children = NULL;
        while (__VERIFIER_nondet_int()) {
            struct child *child = malloc(sizeof *child);
            child->parent = parent;
            child->next = parent->children;
            parent->children = child;
            parent->count++;
        }
        parent->next = parents;
        parents = parent;
    }
    while (parents != NULL) {
        struct parent *parent = parents;
        struct child *child = parent->children;
        parents = parent->next;
        while (child != NULL) {
            struct child *next = child->next;
            child->parent->count--;
            free(child);
            child = next;
        }
        free(parent);
    }
    return 0;
}
