//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

static struct node *stacks[4];

static void push(unsigned which, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = stacks[which];
    stacks[which] = node;
}

static int pop(unsigned which)
{
    struct node *node = stacks[which];
    if (node == NULL)
        return 0;
    int value = node->value;
    stacks[which] = node->next;
    free(node);
    return value;
}

int main(void)
{
    int sum = 0;
    while (__VERIFIER_nondet_uint()) {
        unsigned which = __VERIFIER_nondet_uint();
        if (which >= 4)
            continue;
        if (__VERIFIER_nondet_uint())
            push(which, 3);
        else
            sum += pop(which);
    }
    for (unsigned which = 0; which < 4; which++)
        while (stacks[which] != NULL)
            pop(which);
    return sum == 1;
}
