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

/*~ contract requires x -> struct dll { next: ?, prev: ? } ensures x -> struct dll { next: x, prev: x } */
void init_dll(struct dll *x)
{
    x->next = x;
    x->prev = x;
}

/*~ contract requires l -> struct dll { next: l->next }; j -> struct dll { next: ?, prev: ? }; l->next -> struct dll { prev: ? } ensures l -> struct dll { next: j }; j -> struct dll { next: l->next, prev: l }; l->next -> struct dll { prev: j }
    requires l -> struct dll { next: j }; j -> struct dll { next: ?, prev: ? } ensures l -> struct dll { next: j }; j -> struct dll { next: j, prev: j }
    requires j = l; l -> struct dll { next: l->next, prev: ? }; l->next -> struct dll { prev: ? } ensures l -> struct dll { next: l, prev: l }; l->next -> struct dll { prev: l }
    requires j = l; l -> struct dll { next: l, prev: ? } ensures l -> struct dll { next: l, prev: l } */
void insert_after(struct dll *l, struct dll *j)
{
    struct dll *n = l->next;
    j->next = n;
    j->prev = l;
    l->next = j;
    n->prev = j;
}

/*~ contract requires  ensures result = malloc#1; malloc#1 -> heap block[24] { 8..16: malloc#2 + 8, 16..24: malloc#2 + 8 }; malloc#2 -> heap block[24] { 8..16: malloc#1 + 8, 16..24: malloc#1 + 8 } */
struct embedded *two(void)
{
    struct embedded *x = malloc(sizeof *x);
    init_dll(&x->link);
    struct embedded *i = malloc(sizeof *i);
    init_dll(&i->link);
    insert_after(&x->link, &i->link);
    return x;
}
