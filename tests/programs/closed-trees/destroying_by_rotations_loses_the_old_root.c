#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

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

int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    while (tree != NULL) {
        struct node *left = tree->left;
        if (left == NULL) {
            struct node *right = tree->right;
            free(tree);
            tree = right;
        } else {
            tree->left = left->right;
            left->right = NULL;
            tree = left; //~ error[memory-lost]
        }
    }
    return 0;
}
