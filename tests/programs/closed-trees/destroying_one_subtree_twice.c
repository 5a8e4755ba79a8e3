#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left); //~ error[use-after-free]
    destroy(tree->left);
    free(tree);
}

static struct node *make(int key)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        abort();
    node->left = NULL;
    node->right = NULL;
    node->key = key;
    return node;
}

static struct node *insert(struct node *tree, int key)
{
    if (tree == NULL)
        return make(key);
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else
        tree->right = insert(tree->right, key);
    return tree;
}

static int contains(const struct node *tree, int key)
{
    if (tree == NULL)
        return 0;
    if (tree->key == key)
        return 1;
    return contains(key < tree->key ? tree->left : tree->right, key);
}

static int count(const struct node *tree)
{
    return tree == NULL ? 0 : count(tree->left) + 1 + count(tree->right);
}

int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    int known = contains(tree, 5) + count(tree);
    destroy(tree);
    return known > 7;
}
