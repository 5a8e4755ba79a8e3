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

struct outer { struct outer *left, *right; struct node *tree; long key; };
static struct outer *add(struct outer *o, int key)
{
    if (o == NULL) {
        o = malloc(sizeof *o);
        if (o == NULL) abort();
        o->left = NULL; o->right = NULL; o->key = key; o->tree = NULL;
        while (__VERIFIER_nondet_int()) o->tree = insert(o->tree, __VERIFIER_nondet_int());
        return o;
    }
    if (key < o->key) o->left = add(o->left, key);
    else o->right = add(o->right, key);
    return o;
}
static void drop(struct outer *o)
{
    if (o == NULL) return;
    drop(o->left); drop(o->right); destroy(o->tree); free(o);
}
int main(void)
{
    struct outer *o = NULL;
    while (__VERIFIER_nondet_int()) o = add(o, __VERIFIER_nondet_int());
    drop(o);
    return 0;
}
