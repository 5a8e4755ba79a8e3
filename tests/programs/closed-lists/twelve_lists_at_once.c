//@ mode: check
// How many lists there are does not count against how many parts one may fall into.
//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

#define MAKE(list)                                  \
    struct node *list = NULL;                       \
    while (__VERIFIER_nondet_int()) {               \
        struct node *node = malloc(sizeof *node);   \
        node->next = list;                          \
        list = node;                                \
    }

#define FREE(list)                       \
    while (list) {                       \
        struct node *next = list->next;  \
        free(list);                      \
        list = next;                     \
    }

int main(void)
{
    MAKE(a) MAKE(b) MAKE(c) MAKE(d) MAKE(e) MAKE(f)
    MAKE(g) MAKE(h) MAKE(i) MAKE(j) MAKE(k) MAKE(l)
    FREE(a) FREE(b) FREE(c) FREE(d) FREE(e) FREE(f)
    FREE(g) FREE(h) FREE(i) FREE(j) FREE(k) FREE(l)
    return 0;
}
