//@ mode: check
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct vector {
    char **items;
    int count, capacity;
};

static void clear(struct vector *vector)
{
    for (int i = 0; i < vector->count; i++) {
        free(vector->items[i]);
    }
    vector->count = 0;
}

int main(void)
{
    struct vector vector = {NULL, 0, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            clear(&vector);
            continue;
        }
        if (vector.count == vector.capacity) {
            vector.capacity = vector.capacity ? 2 * vector.capacity : 4;
            char **items = realloc(vector.items, vector.capacity * sizeof *items);
            if (!items) {
                abort();
            }
            vector.items = items;
        }
        char *item = malloc(10);
        if (!item) {
            abort();
        }
        vector.items[vector.count++] = item;
    }
    clear(&vector);
    free(vector.items);
    return 0;
}
