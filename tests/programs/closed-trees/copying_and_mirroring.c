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

static struct node *copy(const struct node *tree)
{
    if (tree == NULL)
        return NULL;
    struct node *node = make(tree->key);
    node->left = copy(tree->left);
    node->right = copy(tree->right);
    return node;
}

static void mirror(struct node *tree)
{
    if (tree == NULL)
        return;
    struct node *left = tree->left;
    tree->left = tree->right;
    tree->right = left;
    mirror(tree->left);
    mirror(tree->right);
}

int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    struct node *other = copy(tree);
    mirror(other);
    destroy(tree);
    destroy(other);
    return 0;
}
