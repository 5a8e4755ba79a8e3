//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

struct list {
    struct node *first;
    unsigned length;
};

static void pop(struct list *list)
{
    struct node *node = list->first;
    list->first = node->next;
    list->length--;
    free(node);
}

int main(void)
{
    struct list list = { NULL, 0 };
    while (__VERIFIER_nondet_int() && list.length < 1000) {
        struct node *node = malloc(sizeof *node);
        node->next = list.first;
        list.first = node;
        list.length++;
    }
    while (list.length > 0)
        pop(&list);
    return 0;
}
