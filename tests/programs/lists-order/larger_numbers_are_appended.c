//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static void check(const struct node *list)
{
    for (; list != NULL && list->next != NULL; list = list->next)
        assert(list->data <= list->next->data);
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
    struct node *list = NULL, *end = NULL;
    int last = 0;
    while (__VERIFIER_nondet_int()) {
        int data = __VERIFIER_nondet_int();
        if (data < last)
            continue;
        struct node *node = malloc(sizeof *node);
        node->data = data;
        node->next = NULL;
        if (end == NULL)
            list = node;
        else
            end->next = node;
        end = node;
        last = data;
    }
    check(list);
    delete_all(list);
    return 0;
}
