//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static struct node *make(int key)
{
    struct node *node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->key = key;
    return node;
}

static struct node *merge(struct node *one, struct node *two)
{
    if (one == NULL)
        return two;
    if (two == NULL)
        return one;
    if (one->key < two->key) {
        struct node *other = one;
        one = two;
        two = other;
    }
    struct node *merged = merge(one->right, two);
    one->right = one->left;
    one->left = merged;
    return one;
}

static void check(const struct node *tree, int low)
{
    if (tree == NULL)
        return;
    assert(low <= tree->key); //~ error[assertion-failure]
    check(tree->left, tree->key);
    check(tree->right, tree->key);
}

static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

int main(void)
{
    struct node *heap = NULL;
    while (__VERIFIER_nondet_int())
        heap = merge(heap, make(__VERIFIER_nondet_int()));
    check(heap, INT_MIN);
    destroy(heap);
    return 0;
}
