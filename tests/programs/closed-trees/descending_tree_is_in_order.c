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

static struct node *insert(struct node *tree, int key)
{
    if (tree == NULL)
        return make(key);
    if (key > tree->key)
        tree->left = insert(tree->left, key);
    else if (key < tree->key)
        tree->right = insert(tree->right, key);
    return tree;
}

static void check(const struct node *tree, int low, int high)
{
    if (tree == NULL)
        return;
    assert(low <= tree->key && tree->key <= high);
    check(tree->left, tree->key, high);
    check(tree->right, low, tree->key);
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
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    check(tree, INT_MIN, INT_MAX);
    destroy(tree);
    return 0;
}
