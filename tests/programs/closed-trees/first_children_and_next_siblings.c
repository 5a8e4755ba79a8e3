#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *child, *sibling; int value; };
static struct node *make(int v)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->child = n->sibling = NULL; n->value = v;
    return n;
}
static void add(struct node *parent, struct node *n) { n->sibling = parent->child; parent->child = n; }
static struct node *build(int depth)
{
    struct node *n = make(depth);
    if (depth > 0)
        while (__VERIFIER_nondet_int()) add(n, build(depth - 1));
    return n;
}
static int sum(const struct node *n)
{
    int total = 0;
    for (; n; n = n->sibling) total ^= n->value ^ sum(n->child);
    return total;
}
static void destroy(struct node *n)
{
    while (n) {
        struct node *next = n->sibling;
        destroy(n->child);
        free(n);
        n = next;
    }
}
int main(void)
{
    struct node *root = build(__VERIFIER_nondet_int());
    int s = sum(root);
    destroy(root);
    return s & 1;
}
