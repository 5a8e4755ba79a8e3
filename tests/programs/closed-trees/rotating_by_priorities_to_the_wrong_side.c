//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; unsigned priority; };
static struct node *rotate_right(struct node *y) { struct node *x = y->left; y->left = x->left; x->left = y; return x; }
static struct node *rotate_left(struct node *x) { struct node *y = x->right; x->right = y->left; y->left = x; return y; }
static struct node *insert(struct node *t, int key)
{
    if (t == NULL) {
        t = malloc(sizeof *t);
        if (t == NULL) abort();
        t->left = t->right = NULL;
        t->key = key;
        t->priority = (unsigned)__VERIFIER_nondet_int();
        return t;
    }
    if (key < t->key) {
        t->left = insert(t->left, key);
        if (t->left->priority > t->priority) t = rotate_right(t);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
        if (t->right->priority > t->priority) t = rotate_left(t);
    }
    return t;
}
static void destroy(struct node *t)
{
    if (t == NULL) return;
    destroy(t->left); destroy(t->right); free(t);
}
static void check(const struct node *t, int low, int high)
{
    if (t == NULL)
        return;
    assert(low <= t->key && t->key <= high); //~ error[assertion-failure]
    check(t->left, low, t->key);
    check(t->right, t->key, high);
}
int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    check(root, INT_MIN, INT_MAX);
    destroy(root);
    return 0;
}
