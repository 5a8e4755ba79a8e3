//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int low, high;
};

static void insert(struct node **link, int low, int high)
{
    while (*link != NULL && (*link)->high < low)
        link = &(*link)->next;
    if (*link != NULL && (*link)->low < high)
        return;
    struct node *node = malloc(sizeof *node);
    node->low = low;
    node->high = high;
    node->next = *link;
    *link = node;
}

static void check(const struct node *list)
{
    for (; list != NULL; list = list->next) {
        assert(list->low <= list->high);
        assert(list->next == NULL || list->high <= list->next->low);
    }
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
        int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
        if (low <= high)
            insert(&list, low, high);
    }
    check(list);
    delete_all(list);
    return 0;
}
