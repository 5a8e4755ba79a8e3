#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

/* Which node comes first, and which cursors are at the same one, makes no difference. */
int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        node->value = 0;
        list = node;
    }
    struct node *p0 = list;
    while (p0 && __VERIFIER_nondet_int())
        p0 = p0->next;
    struct node *p1 = list;
    while (p1 && __VERIFIER_nondet_int())
        p1 = p1->next;
    struct node *p2 = list;
    while (p2 && __VERIFIER_nondet_int())
        p2 = p2->next;
    struct node *p3 = list;
    while (p3 && __VERIFIER_nondet_int())
        p3 = p3->next;
    struct node *p4 = list;
    while (p4 && __VERIFIER_nondet_int())
        p4 = p4->next;
    struct node *p5 = list;
    while (p5 && __VERIFIER_nondet_int())
        p5 = p5->next;
    if (p0)
        p0->value = 0;
    if (p1)
        p1->value = 1;
    if (p2)
        p2->value = 2;
    if (p3)
        p3->value = 3;
    if (p4)
        p4->value = 4;
    if (p5)
        p5->value = 5;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
