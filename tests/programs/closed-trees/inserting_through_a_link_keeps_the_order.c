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
    struct node **link = &tree;
    while (*link != NULL) {
        if (key < (*link)->key)
            link = &(*link)->left;
        else if (key > (*link)->key)
            link = &(*link)->right;
        else
            return tree;
    }
    *link = make(key);
    return tree;
}

static void check(const struct node *tree, int low, int high)
{
    if (tree == NULL)
        return;
    assert(low <= tree->key && tree->key <= high);
    check(tree->left, low, tree->key);
    check(tree->right, tree->key, high);
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
