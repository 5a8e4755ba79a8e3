#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right, *parent; };
struct entry { struct node *node; struct entry *below; };

static struct node *make(struct node *parent)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL) abort();
    node->left = node->right = NULL;
    node->parent = parent;
    return node;
}
static struct entry *push(struct entry *top, struct node *node)
{
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL) abort();
    entry->node = node;
    entry->below = top;
    return entry;
}

int main(void)
{
    struct node *root = make(NULL);
    while (__VERIFIER_nondet_int()) {
        struct node *at = root;
        while (at->left != NULL && at->right != NULL)
            at = __VERIFIER_nondet_int() ? at->left : at->right;
        if (at->left == NULL)
            at->left = make(at);
        else
            at->right = make(at);
    }
    struct entry *top = push(NULL, root);
    while (top != NULL) {
        struct entry *entry = top;
        struct node *node = entry->node;
        top = entry->below;
        if (node->parent != NULL)
            node->parent->left = NULL; //~ error[use-after-free]
        free(entry);
        if (node->left != NULL)
            top = push(top, node->left);
        if (node->right != NULL)
            top = push(top, node->right);
        free(node);
    }
    return 0;
}
