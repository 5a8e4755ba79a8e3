//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node sentinel = {0, NULL};
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 2;
        node->next = sentinel.next;
        sentinel.next = node;
    }
    struct node *node = sentinel.next;
    while (node != NULL) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    return 0;
}
