//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

struct list {
    struct node *first;
    int length;
};

static struct list push(struct list list)
{
    struct node *node = malloc(sizeof *node);
    node->next = list.first;
    list.first = node;
    list.length++;
    return list;
}

static void release(struct list list)
{
    while (list.first != NULL) {
        struct node *next = list.first->next;
        free(list.first);
        list.first = next;
    }
}

int main(void)
{
    struct list list = { NULL, 0 };
    while (__VERIFIER_nondet_int())
        push(list); //~ error[memory-lost]
    release(list);
    return 0;
}
