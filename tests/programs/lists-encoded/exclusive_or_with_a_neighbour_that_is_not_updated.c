//@ options: --malloc-never-fails --at-exit
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    uintptr_t both;
    int value;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->both = (uintptr_t)head;
        if (head != NULL)
            head->both ^= (uintptr_t)node;
        head = node;
    }
    uintptr_t before = 0;
    while (head != NULL) {
        uintptr_t after = head->both ^ before; //~ error[use-after-free]
        free(head);
        head = (struct node *)after;
    }
    return 0;
}
