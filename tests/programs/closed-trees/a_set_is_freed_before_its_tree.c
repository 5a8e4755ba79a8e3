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

struct set { struct node *root; unsigned count; };
static int contains(struct set *set, int key)
{
    struct node *at = set->root;
    while (at != NULL && at->key != key) at = key < at->key ? at->left : at->right;
    return at != NULL;
}
int main(void)
{
    struct set *set = malloc(sizeof *set);
    if (set == NULL) return 1;
    set->root = NULL; set->count = 0;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (!contains(set, key)) { set->root = insert(set->root, key); set->count++; }
    }
    free(set);
    destroy(set->root); //~ error[use-after-free]
    return 0;
}
