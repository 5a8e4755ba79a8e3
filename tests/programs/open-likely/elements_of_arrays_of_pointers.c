// What an array of pointers leads to is told for one of its elements, also where its index is not a constant: mistakes with
// it are found.
#include <stdlib.h>

struct entry {
    char *key;
    struct entry *next;
};

struct table {
    struct entry **slots;
};

struct entry *slots[64];

void remove_first(struct table *table, unsigned index)
{
    struct entry **slot = &table->slots[index];
    struct entry *first = *slot;
    if (!first)
        return;
    free(first->key);
    free(first);
    *slot = first->next; //~ alarm[use-after-free]
}

void remove_first_rightly(struct table *table, unsigned index)
{
    struct entry **slot = &table->slots[index];
    struct entry *first = *slot;
    if (!first)
        return;
    *slot = first->next;
    free(first->key);
    free(first);
}

void drop(unsigned index)
{
    struct entry *entry = slots[index % 64];
    if (!entry)
        return;
    free(entry->key);
    free(entry);
    free(entry->key); //~ alarm[use-after-free]
}

void drop_rightly(unsigned index)
{
    struct entry *entry = slots[index % 64];
    if (!entry)
        return;
    slots[index % 64] = entry->next;
    free(entry->key);
    free(entry);
}
