#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int key; };

static struct node *merge(struct node *a, struct node *b)
{
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (a->key <= b->key) {
        a->next = merge(a->next, b);
        return a;
    }
    b->next = merge(a, b->next);
    return b;
}
static void split(struct node *list, struct node **one, struct node **two)
{
    *one = *two = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = *one;
        *one = list;
        list = next;
        if (list != NULL) {
            next = list->next;
            list->next = *two;
            *two = list;
            list = next;
        }
    }
}
static struct node *sort(struct node *list)
{
    if (list == NULL || list->next == NULL)
        return list;
    struct node *one, *two;
    split(list, &one, &two);
    return merge(sort(one), sort(two));
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            break;
        node->key = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    list = sort(list);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
