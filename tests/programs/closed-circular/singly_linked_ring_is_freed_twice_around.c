//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *ring = malloc(sizeof *ring);
    ring->value = 0;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 1;
        node->next = ring->next;
        ring->next = node;
    }
    struct node *node = ring->next;
    while (node != NULL) {
        struct node *next = node->next; //~ error[use-after-free]
        free(node);
        node = next;
    }
    return 0;
}
