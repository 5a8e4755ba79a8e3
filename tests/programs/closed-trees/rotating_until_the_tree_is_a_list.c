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
    destroy(tree->left);
    destroy(tree->right);
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

static struct node *rotate_right(struct node *tree)
{
    struct node *left = tree->left;
    tree->left = left->right;
    left->right = tree;
    return left;
}

static struct node *straighten(struct node *tree)
{
    if (tree == NULL)
        return NULL;
    while (tree->left != NULL)
        tree = rotate_right(tree);
    tree->right = straighten(tree->right);
    return tree;
}

int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    tree = straighten(tree);
    destroy(tree);
    return 0;
}
