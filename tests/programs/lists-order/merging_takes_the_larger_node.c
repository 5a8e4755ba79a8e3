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
        int data = __VERIFIER_nondet_int();
        if (list != NULL && data > list->data)
            data = list->data;
        struct node *node = malloc(sizeof *node);
        node->data = data;
        node->next = list;
        list = node;
    }
    return list;
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node *merged = NULL, **end = &merged;
    while (a != NULL && b != NULL) {
        if (a->data >= b->data) {
            *end = a;
            end = &a->next;
            a = a->next;
        } else {
            *end = b;
            end = &b->next;
            b = b->next;
        }
    }
    *end = a != NULL ? a : b;
    return merged;
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
    struct node *list = merge(some_list(), some_list());
    check(list);
    delete_all(list);
    return 0;
}
