//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *unused;

static struct node *obtain(void)
{
    struct node *node = unused;
    if (node == NULL)
        return malloc(sizeof *node);
    unused = node->next;
    return node;
}

static void give_back(struct node *node)
{
    node->next = unused;
    unused = node;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = obtain();
        node->value = 1;
        give_back(node);
    }
    while (unused != NULL) {
        struct node *next = unused->next;
        free(unused);
        unused = next;
    }
    return 0;
}
