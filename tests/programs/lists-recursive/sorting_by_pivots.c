//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

static struct node *build(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->key = __VERIFIER_nondet_int();
        list = node;
    }
    return list;
}

static struct node *append(struct node *list, struct node *rest)
{
    if (list == NULL)
        return rest;
    struct node *last = list;
    while (last->next != NULL)
        last = last->next;
    last->next = rest;
    return list;
}

static struct node *sort(struct node *list)
{
    if (list == NULL || list->next == NULL)
        return list;
    struct node *pivot = list, *lower = NULL, *greater = NULL;
    list = list->next;
    while (list != NULL) {
        struct node *next = list->next;
        if (list->key < pivot->key) {
            list->next = lower;
            lower = list;
        } else {
            list->next = greater;
            greater = list;
        }
        list = next;
    }
    pivot->next = sort(greater);
    return append(sort(lower), pivot);
}

int main(void)
{
    struct node *list = sort(build());
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
