//@ mode: check
//@ options: --malloc-never-fails
// A block of one byte may lie anywhere, also if a node of a list owns it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    char *letter;
};

int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->letter = malloc(1);
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next) {
        assert((uintptr_t)node->letter % 2 == 0); //~ alarm[assertion-failure]
    }
    while (list) {
        struct node *next = list->next;
        free(list->letter);
        free(list);
        list = next;
    }
    return 0;
}
