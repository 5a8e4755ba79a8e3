//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct hlist_node {
    struct hlist_node *next;
    struct hlist_node **pprev;
};

static void hlist_add(struct hlist_node **first, struct hlist_node *node)
{
    node->next = *first;
    node->pprev = first;
    if (*first != NULL)
        (*first)->pprev = &node->next;
    *first = node;
}

static void hlist_del(struct hlist_node *node)
{
    *node->pprev = node->next; //~ error[use-after-free]
}

int main(void)
{
    struct hlist_node *first = NULL;
    while (__VERIFIER_nondet_int())
        hlist_add(&first, malloc(sizeof *first));
    struct hlist_node *node = first;
    while (node != NULL) {
        struct hlist_node *next = node->next;
        hlist_del(node);
        free(node);
        node = next;
    }
    return 0;
}
