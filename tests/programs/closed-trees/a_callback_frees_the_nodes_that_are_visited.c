// The function that sees the nodes frees them, and their right links are read afterwards.
//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; };

static void visit(struct node *tree, void (*see)(struct node *, void *), void *data)
{
    if (tree == NULL) return;
    visit(tree->left, see, data);
    see(tree, data);
    visit(tree->right, see, data); //~ error[use-after-free]
}
static void remember(struct node *node, void *data)
{
    int *last = data;
    *last = node->key;
    free(node);
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
int main(void)
{
    struct node *tree = NULL;
    int last = 0;
    while (__VERIFIER_nondet_int()) tree = insert(tree, __VERIFIER_nondet_int());
    visit(tree, remember, &last);
    return 0;
}
