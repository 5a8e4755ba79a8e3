//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void destroy(struct node *node)
{
    if (node == NULL)
        return;
    destroy(node->next);
    free(node);
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    destroy(head);
    return 0;
}
