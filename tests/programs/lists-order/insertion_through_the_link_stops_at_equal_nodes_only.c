//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static void insert(struct node **link, int data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    while (*link != NULL && (*link)->data != data)
        link = &(*link)->next;
    node->next = *link;
    *link = node;
}

static void check(const struct node *list)
{
    for (; list != NULL && list->next != NULL; list = list->next)
        assert(list->data <= list->next->data); //~ error[assertion-failure]
}

static void delete_all(struct node *list)
{
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        insert(&list, __VERIFIER_nondet_int());
    check(list);
    delete_all(list);
    return 0;
}
