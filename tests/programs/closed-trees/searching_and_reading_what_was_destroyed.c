#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

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

static const struct node *find(const struct node *tree, int key)
{
    while (tree != NULL && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree;
}

static int smallest(const struct node *tree)
{
    while (tree->left != NULL)
        tree = tree->left;
    return tree->key;
}

int main(void)
{
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    const struct node *found = find(tree, __VERIFIER_nondet_int());
    int result = found != NULL ? found->key : 0;
    if (tree != NULL)
        result = smallest(tree);
    destroy(tree);
    return found != NULL && found->key > 3; //~ error[use-after-free]
}
