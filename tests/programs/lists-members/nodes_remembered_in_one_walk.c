#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
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
        node->value = 0;
        list = node;
    }
    struct node *lowest = NULL, *highest = NULL, *latest = NULL, *odd = NULL;
    for (struct node *at = list; at; at = at->next) {
        at->value = __VERIFIER_nondet_int();
        if (!lowest || at->value < lowest->value)
            lowest = at;
        if (!highest || at->value > highest->value)
            highest = at;
        if (at->value % 2)
            odd = at;
        latest = at;
    }
    if (latest)
        latest->value = lowest ? highest ? 1 : 2 : 3;
    if (odd)
        odd->value++;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
