//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *copy(const struct node *node)
{
    if (node == NULL)
        return NULL;
    struct node *twin = malloc(sizeof *twin);
    twin->value = node->value;
    twin->next = copy(node->next);
    return twin;
}

static void destroy(struct node *node)
{
    if (node != NULL) {
        destroy(node->next);
        free(node);
    }
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = head;
        head = node;
    }
    struct node *second = copy(head);
    destroy(head);
    destroy(second);
    return 0;
}
