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
    for (struct node *a = list; a; a = a->next)
        for (struct node *b = list; b; b = b->next)
            for (struct node *c = list; c; c = c->next)
                for (struct node *d = list; d; d = d->next)
                    a->value = b->value + c->value + d->next->value; //~ error[null-dereference]
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
