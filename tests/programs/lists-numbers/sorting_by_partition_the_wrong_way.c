//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

static struct node *append(struct node *list, struct node *tail)
{
    if (list == NULL)
        return tail;
    struct node *last = list;
    while (last->next != NULL)
        last = last->next;
    last->next = tail;
    return list;
}

static struct node *sort(struct node *list)
{
    if (list == NULL || list->next == NULL)
        return list;
    struct node *pivot = list, *less = NULL, *others = NULL;
    list = list->next;
    while (list != NULL) {
        struct node *next = list->next;
        if (list->key > pivot->key) {
            list->next = less;
            less = list;
        } else {
            list->next = others;
            others = list;
        }
        list = next;
    }
    pivot->next = sort(others);
    return append(sort(less), pivot);
}

static void check(const struct node *list)
{
    for (; list != NULL && list->next != NULL; list = list->next)
        assert(list->key <= list->next->key); //~ error[assertion-failure]
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
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->key = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    list = sort(list);
    check(list);
    delete_all(list);
    return 0;
}
