//@ options: --malloc-never-fails --at-exit
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Links are relative to their nodes, as in an image that is mapped anywhere. */
struct node {
    uintptr_t distance;
    int value;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 1;
        node->distance = head == NULL ? 0 : (uintptr_t)head - (uintptr_t)node;
        head = node;
    }
    while (head != NULL) {
        uintptr_t distance = head->distance;
        uintptr_t base = (uintptr_t)head;
        free(head);
        head = distance == 0 ? NULL : (struct node *)(base + distance);
    }
    return 0;
}
