#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct ring { struct ring *next; int value; };
struct node { struct node *left, *right; struct ring *ring; };

static struct ring *make_ring(void)
{
    struct ring *first = malloc(sizeof *first);
    if (first == NULL)
        abort();
    first->next = first;
    first->value = 0;
    while (__VERIFIER_nondet_int()) {
        struct ring *other = malloc(sizeof *other);
        if (other == NULL)
            abort();
        other->value = 1;
        other->next = first->next;
        first->next = other;
    }
    return first;
}
static struct node *make(void)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        abort();
    node->ring = make_ring();
    node->left = node->right = NULL;
    return node;
}
static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->left);
    destroy(tree->right);
    struct ring *at = tree->ring->next;
    while (at != tree->ring) {
        struct ring *next = at->next;
        free(at);
        at = next;
    }
    free(tree->ring->next);
    free(at); //~ error[double-free]
    free(tree);
}

int main(void)
{
    struct node *root = make();
    while (__VERIFIER_nondet_int()) {
        struct node *at = root;
        for (;;) {
            struct node **link = __VERIFIER_nondet_int() ? &at->left : &at->right;
            if (*link == NULL) {
                *link = make();
                break;
            }
            at = *link;
        }
    }
    destroy(root);
    return 0;
}
