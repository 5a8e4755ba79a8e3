//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

struct list {
    struct node *first;
    int length;
};

static void insert(struct list *list, int data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    struct node *before = NULL, *behind = list->first;
    while (behind != NULL && behind->data < data) {
        before = behind;
        behind = behind->next;
    }
    node->next = behind;
    if (before == NULL)
        list->first = node;
    else
        before->next = node;
}

static void check(const struct list *list)
{
    const struct node *node = list->first;
    if (node == NULL)
        return;
    int last = node->data;
    for (node = node->next; node != NULL; node = node->next) {
        assert(last <= node->data);
        last = node->data;
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
    struct list *list = malloc(sizeof *list);
    list->first = NULL;
    list->length = 0;
    while (__VERIFIER_nondet_int())
        insert(list, __VERIFIER_nondet_int());
    check(list);
    delete_all(list->first);
    free(list);
    return 0;
}
