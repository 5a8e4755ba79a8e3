//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list {
    struct node *first;
    int length;
};

struct node {
    struct node *next;
    struct list *owner;
};

static void push(struct list *list)
{
    struct node *node = malloc(sizeof *node);
    node->owner = list;
    node->next = list->first;
    list->first = node;
    list->length++;
}

static struct node *release(struct node *node)
{
    struct node *next = node->next;
    node->owner->length--; //~ error[use-after-free]
    free(node);
    return next;
}

int main(void)
{
    struct list *list = malloc(sizeof *list);
    list->first = NULL;
    list->length = 0;
    while (__VERIFIER_nondet_int())
        push(list);
    struct node *node = list->first;
    free(list);
    while (node != NULL)
        node = release(node);
    return 0;
}
