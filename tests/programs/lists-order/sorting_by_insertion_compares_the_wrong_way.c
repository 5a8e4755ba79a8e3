//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *some_list(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}

static struct node *sort(struct node *list)
{
    struct node *sorted = NULL;
    while (list != NULL) {
        struct node *node = list;
        list = list->next;
        struct node **link = &sorted;
        while (*link != NULL && (*link)->data > node->data)
            link = &(*link)->next;
        node->next = *link;
        *link = node;
    }
    return sorted;
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
    struct node *list = sort(some_list());
    check(list);
    delete_all(list);
    return 0;
}
