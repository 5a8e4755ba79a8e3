#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; };
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
static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

static int least(struct node *tree) { while (tree->left != NULL) tree = tree->left; return tree->key; }
static struct node *removed(struct node *tree, int key)
{
    if (tree == NULL) return NULL;
    if (key < tree->key) tree->left = removed(tree->left, key);
    else if (key > tree->key) tree->right = removed(tree->right, key);
    else if (tree->left == NULL) { struct node *r = tree->right; free(tree); return r; }
    else if (tree->right == NULL) { free(tree); return NULL; } //~ error[memory-lost]
    else { tree->key = least(tree->right); tree->right = removed(tree->right, tree->key); }
    return tree;
}
int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
        else root = removed(root, __VERIFIER_nondet_int());
    }
    destroy(root);
    return 0;
}
