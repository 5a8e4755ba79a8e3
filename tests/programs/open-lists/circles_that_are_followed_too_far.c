// The same kind of loops, each with an error for every caller.
//@ options: --malloc-never-fails
#include <stdlib.h>

struct item {
    struct item *next;
    int key;
};

/* A ring of two is built and opened, then followed as if it were closed. */
int third_key(void)
{
    struct item *first = malloc(sizeof *first);
    struct item *second = malloc(sizeof *second);
    first->next = second;
    second->next = NULL;
    first->key = second->key = 1;
    struct item *item = first;
    for (int i = 0; i < 2; i++)
        item = item->next;
    int key = item->key; //~ error[null-dereference]
    free(second);
    free(first);
    return key;
}

/* The item that was just freed leads on. */
struct item *drop(struct item *item, unsigned count)
{
    while (item && count-- > 0) {
        free(item);
        item = item->next; //~ error-if-called[use-after-free]
    }
    return item;
}
