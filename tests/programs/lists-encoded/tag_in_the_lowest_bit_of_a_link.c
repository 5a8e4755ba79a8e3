//@ options: --malloc-never-fails --at-exit
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    uintptr_t next;
    int value;
};

int main(void)
{
    uintptr_t head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = head;
        head = (uintptr_t)node | 1;
    }
    while (head != 0) {
        struct node *node = (struct node *)(head & ~(uintptr_t)1);
        head = node->next;
        free(node);
    }
    return 0;
}
