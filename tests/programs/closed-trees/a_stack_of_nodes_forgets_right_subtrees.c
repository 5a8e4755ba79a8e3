#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; };
struct entry { struct entry *below; struct node *node; };
static struct node *make(struct node *l, struct node *r)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->left = l; n->right = r; n->key = 0;
    return n;
}
static struct node *build(void)
{
    if (!__VERIFIER_nondet_int()) return NULL;
    struct node *l = build();
    return make(l, build());
}
static void push(struct entry **top, struct node *n)
{
    if (!n) return;
    struct entry *e = malloc(sizeof *e);
    if (!e) abort();
    e->below = *top; e->node = n; *top = e;
}
int main(void)
{
    struct entry *top = NULL;
    push(&top, build());
    while (top) {
        struct entry *e = top;
        struct node *n = e->node;
        top = e->below;
        free(e);
        push(&top, n->left);
        free(n); //~ error[memory-lost]
    }
    return 0;
}
