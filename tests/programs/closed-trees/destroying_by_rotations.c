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
    while (tree != NULL) { //~ invariant instance(tree; as (_p0) entry 0 hides (_h0, _h1, _h2) { 1 <= _h0 && _h0 <= 18446744073709551591 && _h0 mod 16 = 0 && 0 <= _h1 && _h1 <= 18446744073709551615 && 0 <= _h2 && _h2 <= 18446744073709551615 && block _h0: heap[24] { 0..8: _h1, 8..16: _h2, 16..20: any, 20..24: uninit } * again(_h1) * again(_h2) })
        struct node *left = tree->left;
        if (left == NULL) {
            struct node *right = tree->right;
            free(tree);
            tree = right;
        } else {
            tree->left = left->right;
            left->right = tree;
            tree = left;
        }
    }
    return 0;
}
