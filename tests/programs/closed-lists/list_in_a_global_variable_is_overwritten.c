//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *all;

static void remember(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    all = node; //~ error[memory-lost]
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        remember(1);
    while (all != NULL) {
        struct node *node = all;
        all = node->next;
        free(node);
    }
    return 0;
}
