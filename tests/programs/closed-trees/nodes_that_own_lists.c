#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct item { struct item *next; int value; };
struct node { int key; struct item *items; struct node *left, *right; };

static struct node *insert(struct node *tree, int key, int value)
{
    if (tree == NULL) {
        tree = malloc(sizeof *tree);
        if (tree == NULL)
            abort();
        tree->key = key;
        tree->items = NULL;
        tree->left = tree->right = NULL;
    }
    if (key < tree->key) {
        tree->left = insert(tree->left, key, value);
    } else if (key > tree->key) {
        tree->right = insert(tree->right, key, value);
    } else {
        struct item *item = malloc(sizeof *item);
        if (item == NULL)
            abort();
        item->value = value;
        item->next = tree->items;
        tree->items = item;
    }
    return tree;
}
static int count(const struct node *tree, int key)
{
    int n = 0;
    while (tree != NULL && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    if (tree != NULL)
        for (const struct item *item = tree->items; item != NULL; item = item->next)
            n += item->value;
    return n;
}
static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    while (tree->items != NULL) {
        struct item *item = tree->items;
        tree->items = item->next;
        free(item);
    }
    free(tree);
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = insert(root, __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    int n = count(root, __VERIFIER_nondet_int());
    destroy(root);
    return n;
}
