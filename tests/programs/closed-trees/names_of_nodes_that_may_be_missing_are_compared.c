#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { char *name; struct node *left, *right; };

static struct node *insert(struct node *tree, char letter)
{
    if (tree == NULL) {
        tree = malloc(sizeof *tree);
        if (tree == NULL) abort();
        tree->left = tree->right = NULL;
        tree->name = malloc(2);
        if (tree->name == NULL) return tree;
        tree->name[0] = letter;
        tree->name[1] = 0;
    } else if (letter < tree->name[0]) { //~ error[null-dereference]
        tree->left = insert(tree->left, letter);
    } else if (letter > tree->name[0]) {
        tree->right = insert(tree->right, letter);
    }
    return tree;
}
static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree->name);
    free(tree);
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = insert(root, (char)__VERIFIER_nondet_int());
    destroy(root);
    return 0;
}
