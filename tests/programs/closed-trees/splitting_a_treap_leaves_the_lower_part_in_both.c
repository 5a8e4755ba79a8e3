// The lower part of the left subtree stays where it was, too.
//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; };
struct pair { struct node *lower, *upper; };

static struct pair split(struct node *tree, int key)
{
    struct pair pair = { NULL, NULL };
    if (tree == NULL) return pair;
    if (tree->key < key) {
        pair = split(tree->right, key);
        tree->right = pair.lower;
        pair.lower = tree;
    } else {
        pair = split(tree->left, key);
        pair.upper = tree;
    }
    return pair;
}
static struct node *merge(struct node *lower, struct node *upper)
{
    if (lower == NULL) return upper;
    if (upper == NULL) return lower;
    if (__VERIFIER_nondet_int()) {
        lower->right = merge(lower->right, upper);
        return lower;
    }
    upper->left = merge(lower, upper->left);
    return upper;
}
static struct node *insert(struct node *tree, int key)
{
    struct node *node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->key = key;
    struct pair pair = split(tree, key);
    return merge(merge(pair.lower, node), pair.upper);
}
static void destroy(struct node *tree)
{
    if (tree == NULL) return;
    destroy(tree->left); //~ error[use-after-free]
    destroy(tree->right);
    free(tree);
}
int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int()) tree = insert(tree, __VERIFIER_nondet_int());
    destroy(tree);
    return 0;
}
