//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static struct node *make(int key)
{
    struct node *node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->key = key;
    return node;
}

static struct node *insert(struct node *tree, int key)
{
    if (tree == NULL)
        return make(key);
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else if (key > tree->key)
        tree->right = insert(tree->right, key);
    return tree;
}

static struct node *take(struct node *tree, int key)
{
    struct node *parent = NULL, *at = tree;
    while (at != NULL && at->key != key) {
        parent = at;
        at = key < at->key ? at->left : at->right;
    }
    if (at == NULL)
        return tree;
    if (at->left != NULL && at->right != NULL) {
        struct node *heir = at->right;
        parent = at;
        while (heir->right != NULL) {
            parent = heir;
            heir = heir->right;
        }
        at->key = heir->key;
        at = heir;
    }
    struct node *rest = at->left != NULL ? at->left : at->right;
    if (parent == NULL)
        tree = rest;
    else if (parent->left == at)
        parent->left = rest;
    else
        parent->right = rest;
    free(at);
    return tree;
}

static void check(const struct node *tree, int low, int high)
{
    if (tree == NULL)
        return;
    assert(low <= tree->key && tree->key <= high); //~ error[assertion-failure]
    check(tree->left, low, tree->key);
    check(tree->right, tree->key, high);
}

static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            tree = insert(tree, __VERIFIER_nondet_int());
        else
            tree = take(tree, __VERIFIER_nondet_int());
    }
    check(tree, INT_MIN, INT_MAX);
    destroy(tree);
    return 0;
}
