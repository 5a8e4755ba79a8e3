//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void push(struct node **stack, struct node *node)
{
    node->next = *stack;
    *stack = node;
}

static struct node *pop(struct node **stack)
{
    struct node *node = *stack;
    if (node != NULL)
        *stack = node->next;
    return node;
}

int main(void)
{
    struct node *in = NULL;
    struct node *out = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        push(&in, node);
    }
    while (in != NULL)
        push(&out, pop(&in));
    while (out != NULL)
        free(pop(&out));
    return 0;
}
