//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *previous;
    int value;
};

struct list {
    struct node *head;
    struct node *tail;
};

static void append(struct list *list)
{
    struct node *node = malloc(sizeof *node);
    node->value = 0;
    node->next = NULL;
    node->previous = list->tail;
    if (list->tail != NULL)
        list->tail->next = node; //~ error[use-after-free]
    else
        list->head = node;
    list->tail = node;
}

static void remove_last(struct list *list)
{
    struct node *last = list->tail;
    if (last == NULL)
        return;
    free(last);
}

int main(void)
{
    struct list list = {NULL, NULL};
    while (__VERIFIER_nondet_int())
        append(&list);
    append(&list);
    remove_last(&list);
    append(&list);
    return 0;
}
