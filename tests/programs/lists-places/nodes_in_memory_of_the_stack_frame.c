//@ options: --malloc-never-fails --at-exit
#include <alloca.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *prepend(struct node *node, struct node *next)
{
    node->value = 1;
    node->next = next;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        head = prepend(alloca(sizeof *head), head);
    for (struct node *node = head; node != NULL; node = node->next)
        node->value = 0;
    return 0;
}
