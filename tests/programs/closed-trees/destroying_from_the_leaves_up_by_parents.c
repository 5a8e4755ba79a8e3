#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right, *parent; int key; };
static struct node *insert(struct node *root, int key)
{
    struct node *parent = NULL, *at = root;
    while (at != NULL) {
        parent = at;
        at = key < at->key ? at->left : at->right;
    }
    struct node *node = malloc(sizeof *node);
    if (node == NULL) abort();
    node->left = node->right = NULL;
    node->key = key;
    node->parent = parent;
    if (parent == NULL) return node;
    if (key < parent->key) parent->left = node; else parent->right = node;
    return root;
}
static void destroy(struct node *n)
{
    while (n != NULL) {
        if (n->left != NULL) n = n->left;
        else if (n->right != NULL) n = n->right;
        else {
            struct node *up = n->parent;
            if (up != NULL) { if (up->left == n) up->left = NULL; else up->right = NULL; }
            free(n);
            n = up;
        }
    }
}
int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    destroy(root);
    return 0;
}
