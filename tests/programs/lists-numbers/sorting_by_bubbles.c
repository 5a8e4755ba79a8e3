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
    struct node *end = NULL;
    while (list != NULL && list->next != end) {
        struct node *node = list;
        for (; node->next != end; node = node->next)
            if (node->key > node->next->key)
                swap(node, node->next);
        end = node;
    }
    return list;
}

static void check(const struct node *list)
{
    for (; list != NULL && list->next != NULL; list = list->next)
        assert(list->key <= list->next->key);
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
