//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *skip;
};

static struct node *create(struct node *next, struct node *skip)
{
    struct node *node = malloc(sizeof *node);
    node->next = next;
    node->skip = skip;
    return node;
}

int main(void)
{
    struct node *last = create(NULL, NULL);
    struct node *first = create(last, last);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            first->next = create(first->next, NULL);
        else
            first->next = first->skip = create(first->next, first->skip);
    }
    while (first != NULL) {
        struct node *next = first->skip;
        free(first); //~ error[memory-lost]
        first = next;
    }
    return 0;
}
