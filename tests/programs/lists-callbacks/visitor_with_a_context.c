//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void for_each(struct node *node, void (*visit)(struct node *, void *), void *context)
{
    for (; node != NULL; node = node->next)
        visit(node, context);
}

static void count(struct node *node, void *context)
{
    if (node->value == 0)
        ++*(int *)context;
}

int main(void)
{
    struct node *head = NULL;
    int zeros = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    for_each(head, count, &zeros);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
