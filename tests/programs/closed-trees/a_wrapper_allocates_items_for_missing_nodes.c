#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; };
struct item { struct item *below; struct node *node; };
static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block) abort();
    return block;
}
static struct item *push(struct item *top, struct node *n)
{
    if (!n && top) return top;
    struct item *i = allocate(sizeof *i);
    i->below = top; i->node = n;
    return i;
}
static struct node *leaf(void)
{
    struct node *n = allocate(sizeof *n);
    n->left = n->right = NULL;
    return n;
}
int main(void)
{
    struct node *root = leaf();
    while (__VERIFIER_nondet_int()) {
        struct node *n = root;
        while (n->left && n->right) n = __VERIFIER_nondet_int() ? n->left : n->right;
        if (!n->left) n->left = leaf();
        else n->right = leaf();
    }
    struct item *top = push(NULL, root);
    while (top) {
        struct item *i = top;
        struct node *n = i->node;
        top = i->below;
        free(i);
        top = push(top, n->left); //~ error[null-dereference]
        top = push(top, n->right);
        free(n);
    }
    return 0;
}
