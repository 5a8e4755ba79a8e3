//@ seen-by: valgrind-leak
#include <stdlib.h>

struct vector { int *items; int count; };

static void add(struct vector *v, int item)
{
    int *more = realloc(v->items, (v->count + 1) * sizeof *more);
    if (!more)
        return;
    more[v->count] = item;
    v->items = NULL;
    v->count++;
} //~ error[memory-lost]

int main(void)
{
    struct vector v = { NULL, 0 };
    add(&v, 1);
    add(&v, 2);
    free(v.items);
    return 0;
}
