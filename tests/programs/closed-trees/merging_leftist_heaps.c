#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct heap { struct heap *left, *right; int key; int rank; };
static int rank(struct heap *h) { return h ? h->rank : 0; }
static struct heap *merge(struct heap *a, struct heap *b)
{
    if (!a) return b;
    if (!b) return a;
    if (b->key < a->key) { struct heap *t = a; a = b; b = t; }
    a->right = merge(a->right, b);
    if (rank(a->left) < rank(a->right)) { struct heap *t = a->left; a->left = a->right; a->right = t; }
    a->rank = rank(a->right) + 1;
    return a;
}
static struct heap *insert(struct heap *h, int key)
{
    struct heap *n = malloc(sizeof *n);
    if (!n) abort();
    n->left = n->right = NULL; n->key = key; n->rank = 1;
    return merge(h, n);
}
static struct heap *pop(struct heap *h, int *key)
{
    struct heap *l = h->left, *r = h->right;
    *key = h->key;
    free(h);
    return merge(l, r);
}
int main(void)
{
    struct heap *h = NULL;
    while (__VERIFIER_nondet_int()) h = insert(h, __VERIFIER_nondet_int());
    while (h) { int key; h = pop(h, &key); }
    return 0;
}
