//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *extend(struct node *tail)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = tail;
        tail = node;
    }
    return tail;
}

static void release_until(struct node *node, struct node *end)
{
    while (node != end) {
        struct node *next = node->next; //~ error[use-after-free]
        free(node);
        node = next;
    }
}

int main(void)
{
    struct node *tail = extend(NULL);
    struct node *left = extend(tail);
    struct node *right = extend(tail);
    release_until(left, NULL);
    release_until(right, tail);
    release_until(tail, NULL);
    return 0;
}
