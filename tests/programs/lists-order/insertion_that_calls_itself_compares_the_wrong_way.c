//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *insert(struct node *list, int data)
{
    if (list == NULL || list->data <= data) {
        struct node *node = malloc(sizeof *node);
        node->data = data;
        node->next = list;
        return node;
    }
    list->next = insert(list->next, data);
    return list;
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
        list = insert(list, __VERIFIER_nondet_int());
    check(list);
    delete_all(list);
    return 0;
}
