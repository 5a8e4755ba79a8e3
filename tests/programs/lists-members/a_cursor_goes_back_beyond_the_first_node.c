#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *previous;
    int value;
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        node->previous = NULL;
        if (list)
            list->previous = node;
        node->value = 0;
        list = node;
    }
    struct node *p0 = list;
    while (p0 && __VERIFIER_nondet_int())
        p0 = __VERIFIER_nondet_int() ? p0->next : p0->previous;
    struct node *p1 = list;
    while (p1 && __VERIFIER_nondet_int())
        p1 = __VERIFIER_nondet_int() ? p1->next : p1->previous;
    struct node *p2 = list;
    while (p2 && __VERIFIER_nondet_int())
        p2 = __VERIFIER_nondet_int() ? p2->next : p2->previous;
    struct node *p3 = list;
    while (p3 && __VERIFIER_nondet_int())
        p3 = __VERIFIER_nondet_int() ? p3->next : p3->previous;
    if (p0)
        p0->value = 0;
    if (p1)
        p1->value = 1;
    if (p2)
        p2->value = 2;
    if (p3)
        p3->previous->value = 3; //~ error[null-dereference]
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
