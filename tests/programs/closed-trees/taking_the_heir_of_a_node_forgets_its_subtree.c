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
    if (tree == NULL)
        return NULL;
    if (key < tree->key) {
        tree->left = take(tree->left, key);
        return tree;
    }
    if (key > tree->key) {
        tree->right = take(tree->right, key);
        return tree;
    }
    struct node *parent = tree, *heir = tree->right;
    if (heir == NULL || tree->left == NULL) {
        struct node *rest = heir == NULL ? tree->left : heir;
        free(tree);
        return rest;
    }
    while (heir->left != NULL) {
        parent = heir;
        heir = heir->left;
    }
    tree->key = heir->key;
    if (parent == tree)
        parent->right = heir->right;
    else
        parent->left = NULL;
    free(heir); //~ error[memory-lost]
    return tree;
}

static void check(const struct node *tree, int low, int high)
{
    if (tree == NULL)
        return;
    assert(low <= tree->key && tree->key <= high);
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
