#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static struct node *make(struct node *left, struct node *right)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->left = left;
    node->right = right;
    node->key = __VERIFIER_nondet_int();
    return node;
}

static void destroy(struct node *tree)
{
    if (!tree)
        return;
    destroy(tree->left); //~ error[use-after-free]
    destroy(tree->right);
    free(tree);
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = make(root, make(NULL, NULL));
    struct node *leaf = make(NULL, NULL);
    struct node *parent = make(leaf, leaf);
    leaf = NULL;
    root = make(parent, root);
    parent = NULL;
    while (__VERIFIER_nondet_int())
        root = make(root, make(NULL, NULL));
    destroy(root);
    return 0;
}
