// A new node is red; where its parent is red as well, colours change and rotations follow on the way up by the parents.
//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right, *parent; int key; int is_red; };
static struct node *root;

static void replace(struct node *old, struct node *new)
{
    new->parent = old->parent;
    if (old->parent == NULL) root = new;
    else if (old == old->parent->left) old->parent->left = new;
    else old->parent->right = new;
}
static void rotate_left(struct node *x)
{
    struct node *y = x->right;
    if (y == NULL) return;
    x->right = y->left;
    if (y->left != NULL) y->left->parent = x;
    replace(x, y);
    y->left = x;
    x->parent = y;
}
static void rotate_right(struct node *x)
{
    struct node *y = x->left;
    if (y == NULL) return;
    x->left = y->right;
    if (y->right != NULL) y->right->parent = x;
    replace(x, y);
    y->right = x;
    x->parent = y;
}
static void insert(int key)
{
    struct node *parent = NULL, *at = root;
    while (at != NULL) {
        parent = at;
        if (key < at->key) at = at->left;
        else if (key > at->key) at = at->right;
        else return;
    }
    struct node *node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->parent = parent;
    node->key = key;
    node->is_red = 1;
    if (parent == NULL) root = node;
    else if (key < parent->key) parent->left = node;
    else parent->right = node;
    while (node->parent != NULL && node->parent->is_red && node->parent->parent != NULL) {
        struct node *upper = node->parent->parent;
        int is_left = node->parent == upper->left;
        struct node *uncle = is_left ? upper->right : upper->left;
        if (uncle != NULL && uncle->is_red) {
            node->parent->is_red = uncle->is_red = 0;
            upper->is_red = 1;
            node = upper;
        } else if (is_left) {
            if (node == node->parent->right) { node = node->parent; rotate_left(node); }
            if (node->parent != NULL) node->parent->is_red = 0;
            upper->is_red = 1;
            rotate_right(upper);
            break;
        } else {
            if (node == node->parent->left) { node = node->parent; rotate_right(node); }
            if (node->parent != NULL) node->parent->is_red = 0;
            upper->is_red = 1;
            rotate_left(upper);
            break;
        }
    }
    root->is_red = 0;
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
    while (__VERIFIER_nondet_int()) insert(__VERIFIER_nondet_int());
    destroy(root);
    return 0;
}
