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
    struct node *parent = NULL, *place = tree;
    while (place != NULL) {
        parent = place;
        place = key < place->key ? place->left : place->right;
    }
    struct node *node = make(key);
    if (parent == NULL)
        return node;
    if (key <= parent->key)
        parent->left = node; //~ error[memory-lost]
    else
        parent->right = node;
    return tree;
}

int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    destroy(tree);
    return 0;
}
