//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *last_node(struct node *storage)
{
    storage->value = 0;
    storage->next = NULL;
    return storage;
}

int main(void)
{
    struct node storage;
    struct node *node = last_node(&storage);
    return node->value;
}
