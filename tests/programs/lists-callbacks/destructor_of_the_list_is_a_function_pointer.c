//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    void *data;
    struct node *next;
};

struct list {
    struct node *first;
    void (*destroy)(void *data);
};

static void keep(void *data)
{
    (void)data;
}

static void push(struct list *list, void *data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    node->next = list->first;
    list->first = node;
}

static void clear(struct list *list)
{
    while (list->first != NULL) {
        struct node *node = list->first;
        list->first = node->next;
        list->destroy(node->data);
        free(node);
    }
}

int main(void)
{
    int local = 0;
    struct list owners = { NULL, free };
    struct list borrowers = { NULL, keep };
    while (__VERIFIER_nondet_int()) {
        push(&owners, malloc(4));
        push(&borrowers, &local);
    }
    clear(&owners);
    clear(&borrowers);
    return 0;
}
