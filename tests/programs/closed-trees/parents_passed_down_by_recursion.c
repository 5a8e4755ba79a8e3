#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right, *parent; int key; };

static struct node *insert(struct node *tree, struct node *parent, int key)
{
    if (tree == NULL) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL) abort();
        node->left = node->right = NULL;
        node->parent = parent;
        node->key = key;
        return node;
    }
    if (key < tree->key) tree->left = insert(tree->left, tree, key);
    else tree->right = insert(tree->right, tree, key);
    return tree;
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
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = insert(root, NULL, __VERIFIER_nondet_int());
    destroy(root);
    return 0;
}
