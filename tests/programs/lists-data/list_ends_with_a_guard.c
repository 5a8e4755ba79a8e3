//@ options: --malloc-never-fails --at-exit
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *prepend(int key, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->next = next;
    return node;
}

/* The guard has the largest key, so that a search needs no test for the end. */
static struct node *find(struct node *node, int key)
{
    while (node->key < key)
        node = node->next;
    return node;
}

int main(void)
{
    struct node *head = prepend(INT_MAX, NULL);
    while (__VERIFIER_nondet_int())
        head = prepend(__VERIFIER_nondet_int(), head);
    find(head, __VERIFIER_nondet_int())->key = INT_MAX;
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
