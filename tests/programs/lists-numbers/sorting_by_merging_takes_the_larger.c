//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

static struct node *merge(struct node *a, struct node *b)
{
    struct node *first = NULL, **end = &first;
    while (a != NULL && b != NULL) {
        struct node **least = a->key >= b->key ? &a : &b;
        *end = *least;
        end = &(*least)->next;
        *least = (*least)->next;
    }
    *end = a != NULL ? a : b;
    return first;
}

static struct node *sort(struct node *list)
{
    if (list == NULL || list->next == NULL)
        return list;
    struct node *half = list, *fast = list->next;
    while (fast != NULL && fast->next != NULL) {
        half = half->next;
        fast = fast->next->next;
    }
    struct node *rest = half->next;
    half->next = NULL;
    return merge(sort(list), sort(rest));
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
