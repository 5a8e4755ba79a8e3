//@ options: --at-exit --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *push(struct node *list)
{
    struct node *node = malloc(sizeof *node);
    node->next = list;
    return node;
}

static void release(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static void stop(struct node *first, struct node *second)
{
    exit(0); //~ error[not-freed-at-exit]
}

/* Ends the program somewhere below. */
static void descend(struct node *first, struct node *second, int depth)
{
    if (depth == 0)
        stop(first, second);
    descend(first, second, depth - 1);
}

static struct node *build(int count)
{
    struct node *list = NULL;
    for (int i = 0; i < count; i++)
        list = push(list);
    return list;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    int depth = __VERIFIER_nondet_int();
    if (count < 0 || count > 100 || depth < 0 || depth > 100)
        return 0;
    struct node *list = build(count);
    struct node *other = build(count);
    if (__VERIFIER_nondet_int())
        descend(list, other, depth);
    release(list);
    descend(NULL, other, depth);
}
