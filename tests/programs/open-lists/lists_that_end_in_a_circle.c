// A counter, a key or a function of the caller ends these loops, so that the list itself need not end.
//@ options: --malloc-never-fails
//@ complete: 4/4
#include <stddef.h>

struct item {
    struct item *next;
    int key;
};

struct item *skip(struct item *item, unsigned count)
{
    while (count > 0 && item != NULL) {
        item = item->next;
        count--;
    }
    return item;
}

int key_at(const struct item *item, unsigned index)
{
    while (index-- > 0 && item)
        item = item->next;
    return item ? item->key : -1;
}

struct item *first_accepted(struct item *item, int (*accepts)(int key))
{
    for (; item; item = item->next)
        if (accepts(item->key))
            return item;
    return NULL;
}

/* Only a list with an end has a number of items. */
unsigned count_items(const struct item *item)
{
    unsigned count = 0;
    for (; item; item = item->next)
        count++;
    return count;
}
