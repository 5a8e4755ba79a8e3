//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

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
    struct node *list = malloc(sizeof *list);
    list->data = -1;
    list->next = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node), *before = list;
        node->data = __VERIFIER_nondet_int();
        while (before->next != NULL && before->next->data < node->data)
            before = before->next;
        node->next = before->next;
        before->next = node;
    }
    check(list);
    delete_all(list);
    return 0;
}
