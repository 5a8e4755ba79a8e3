//@ options: --malloc-never-fails --at-exit
#include <stdint.h>
#include <stdlib.h>

#define MARK 1ul

extern int __VERIFIER_nondet_int(void);

struct node {
    uintptr_t link;
    long value;
};

static struct node *next_of(struct node *node)
{
    return (struct node *)(node->link & ~MARK);
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->link = (uintptr_t)head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = next_of(node))
        if (node->value == 0)
            node->link |= MARK;
    while (head != NULL) {
        struct node *next = next_of(head);
        free(head);
        head = next;
    }
    return 0;
}
