#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; int *data; };

static struct node *insert(struct node *tree, int key)
{
    if (tree == NULL) {
        tree = malloc(sizeof *tree);
        if (tree == NULL)
            abort();
        tree->data = malloc(sizeof *tree->data);
        if (tree->data == NULL)
            abort();
        *tree->data = 1;
        tree->key = key;
        tree->left = tree->right = NULL;
        return tree;
    }
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else
        tree->right = insert(tree->right, key);
    return tree;
}
static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree->data); //~ alarm[double-free]
    free(tree);
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = insert(root, __VERIFIER_nondet_int());
    if (root == NULL)
        return 0;
    // The node stays known with its key, so what it owns is known beside it in every round.
    struct node *best = root;
    int key = best->key;
    unsigned steps = 0;
    while (__VERIFIER_nondet_int()) {
        if (best->left != NULL) {
            best = best->left;
            key = best->key;
        }
        steps++;
    }
    if (steps > 100000 && key == best->key)
        free(best->data);
    destroy(root);
    return 0;
}
