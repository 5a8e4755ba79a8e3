//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *insert(struct node *list, int data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    struct node *before = NULL, *behind = list;
    while (behind != NULL && behind->data < data) {
        before = behind;
        behind = behind->next;
    }
    node->next = behind;
    if (before == NULL)
        return node;
    before->next = node;
    return list;
}

static void check(const struct node *list)
{
    for (; list != NULL; list = list->next)
        for (const struct node *other = list->next; other != NULL; other = other->next)
            assert(list->data <= other->data);
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
    while (__VERIFIER_nondet_int())
        list = insert(list, __VERIFIER_nondet_int());
    check(list);
    delete_all(list);
    return 0;
}
