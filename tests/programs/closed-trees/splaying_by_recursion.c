// The node with a key, or the last one on the way to it, becomes the root by rotations.
//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; };

static struct node *rotate_right(struct node *x)
{
    struct node *y = x->left;
    x->left = y->right;
    y->right = x;
    return y;
}
static struct node *rotate_left(struct node *x)
{
    struct node *y = x->right;
    x->right = y->left;
    y->left = x;
    return y;
}
static struct node *splay(struct node *tree, int key)
{
    if (tree == NULL || tree->key == key) return tree;
    if (key < tree->key) {
        if (tree->left == NULL) return tree;
        if (key < tree->left->key) {
            tree->left->left = splay(tree->left->left, key);
            tree = rotate_right(tree);
        } else if (key > tree->left->key) {
            tree->left->right = splay(tree->left->right, key);
            if (tree->left->right != NULL) tree->left = rotate_left(tree->left);
        }
        return tree->left != NULL ? rotate_right(tree) : tree;
    }
    if (tree->right == NULL) return tree;
    if (key > tree->right->key) {
        tree->right->right = splay(tree->right->right, key);
        tree = rotate_left(tree);
    } else if (key < tree->right->key) {
        tree->right->left = splay(tree->right->left, key);
        if (tree->right->left != NULL) tree->right = rotate_right(tree->right);
    }
    return tree->right != NULL ? rotate_left(tree) : tree;
}
static struct node *insert(struct node *tree, int key)
{
    if (tree == NULL) {
        tree = malloc(sizeof *tree);
        tree->left = tree->right = NULL;
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else if (key > tree->key) {
        tree->right = insert(tree->right, key);
    }
    return tree;
}
static void destroy(struct node *tree)
{
    if (tree == NULL) return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}
int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int()) tree = insert(tree, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) tree = splay(tree, __VERIFIER_nondet_int());
    destroy(tree);
    return 0;
}
