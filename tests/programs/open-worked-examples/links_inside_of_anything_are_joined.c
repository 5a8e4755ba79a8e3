// Links that may lie inside of larger records, and a ring of one node or of many (Figure 1 of the paper on
// low-level bi-abduction).
//@ options: --malloc-never-fails
#include <stdlib.h>

struct dll {
    struct dll *next, *prev;
};

struct embedded {
    long value;
    struct dll link;
};

void init_dll(struct dll *x)
{
    x->next = x;
    x->prev = x;
}

void insert_after(struct dll *l, struct dll *j)
{
    struct dll *n = l->next;
    j->next = n;
    j->prev = l;
    l->next = j;
    n->prev = j;
}

struct embedded *two(void)
{
    struct embedded *x = malloc(sizeof *x);
    init_dll(&x->link);
    struct embedded *i = malloc(sizeof *i);
    init_dll(&i->link);
    insert_after(&x->link, &i->link);
    return x;
}
