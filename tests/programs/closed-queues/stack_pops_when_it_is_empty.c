//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *top;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = top;
    top = node;
}

static int pop(void)
{
    struct node *node = top;
    int value = node->value; //~ error[null-dereference]
    top = node->next;
    free(node);
    return value;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(1);
        else
            pop();
    }
    while (top != NULL)
        pop();
    return 0;
}
