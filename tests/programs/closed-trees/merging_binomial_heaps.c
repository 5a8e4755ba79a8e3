#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { int key, degree; struct node *child, *sibling; };

static struct node *merge(struct node *a, struct node *b)
{
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (a->degree < b->degree) {
        a->sibling = merge(a->sibling, b);
        return a;
    }
    if (a->degree > b->degree) {
        b->sibling = merge(a, b->sibling);
        return b;
    }
    struct node *rest = merge(a->sibling, b->sibling);
    struct node top = a->key < b->key ? *a : *b;
    struct node *upper = a->key < b->key ? a : b, *lower = upper == a ? b : a;
    lower->sibling = top.child;
    upper->child = lower;
    upper->degree = top.degree + 1;
    upper->sibling = NULL;
    return merge(upper, rest);
}
static struct node *insert(struct node *heap, int key)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return heap;
    node->key = key;
    node->degree = 0;
    node->child = node->sibling = NULL;
    return merge(node, heap);
}
static void destroy(struct node *node)
{
    while (node != NULL) {
        struct node *sibling = node->sibling;
        destroy(node->child);
        free(node);
        node = sibling;
    }
}

int main(void)
{
    struct node *heap = NULL;
    while (__VERIFIER_nondet_int())
        heap = insert(heap, __VERIFIER_nondet_int());
    destroy(heap);
    return 0;
}
