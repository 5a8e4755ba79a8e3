//@ seen-by: asan valgrind
#include <stdlib.h>

struct vector { int count; int items[]; };

int main(void)
{
    struct vector *v = malloc(sizeof *v + 3 * sizeof v->items[0]); //~ note "allocated here"
    if (!v)
        return 1;
    v->count = 4;
    for (int i = 0; i < v->count; i++)
        v->items[i] = i; //~ error[out-of-bounds]
    free(v);
    return 0;
}
