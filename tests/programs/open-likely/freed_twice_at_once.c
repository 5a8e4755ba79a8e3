// Where nothing is decided between a `free` and what follows, numbers that lead there are not to blame: whoever lets the function free memory meets
// the error. Where a number decides what comes after the `free`, callers may know.
//@ mode: likely
#include <stdlib.h>

void *resize(void *memory, size_t size)
{
    if (size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, size);
}

void *resize_and_free_twice(void *memory, size_t size)
{
    if (size == 0) {
        free(memory);
        free(memory); //~ alarm[double-free]
        return NULL;
    }
    return realloc(memory, size);
}

struct entry {
    int kind;
    struct entry *next;
};

struct entry *skip(struct entry *entry, int is_last)
{
    if (is_last == 3) {
        struct entry *next = entry->next;
        free(entry);
        return next;
    }
    return entry;
}

struct entry *skip_wrongly(struct entry *entry, int is_last)
{
    if (is_last == 3) {
        free(entry);
        return entry->next; //~ alarm[use-after-free]
    }
    return entry;
}

void release(struct entry *entry, int again)
{
    free(entry);
    if (again)
        free(entry);
}
