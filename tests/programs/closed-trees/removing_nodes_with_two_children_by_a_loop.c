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

static struct node *removed(struct node *root, int key)
{
    struct node *parent = NULL, *at = root;
    while (at != NULL && at->key != key) {
        parent = at;
        at = key < at->key ? at->left : at->right;
    }
    if (at == NULL) return root;
    if (at->left != NULL && at->right != NULL) {
        struct node *up = at, *heir = at->right;
        while (heir->left != NULL) { up = heir; heir = heir->left; }
        at->key = heir->key;
        if (up == at) up->right = heir->right; else up->left = heir->right;
        free(heir);
        return root;
    }
    struct node *child = at->left != NULL ? at->left : at->right;
    if (parent == NULL) root = child;
    else if (parent->left == at) parent->left = child;
    else parent->right = child;
    free(at);
    return root;
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
