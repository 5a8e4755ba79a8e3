//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

static void swap(struct node *a, struct node *b)
{
    int key = a->key;
    a->key = b->key;
    b->key = key;
}

static struct node *sort(struct node *list)
{
    for (struct node *place = list; place != NULL; place = place->next) {
        struct node *least = place;
        for (struct node *node = place->next; node != NULL; node = node->next)
            if (node->key > least->key)
                least = node;
        swap(place, least);
    }
    return list;
}

static void check(const struct node *list)
{
    for (; list != NULL && list->next != NULL; list = list->next)
        assert(list->key <= list->next->key); //~ alarm[assertion-failure]
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
    unsigned h = 7;
    for (int q = 0; q < 54321; q++)
        h = h * 31u + (unsigned)__VERIFIER_nondet_int();
    if (h != 123456789u)
        return 0;
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
