// Idioms that are easily taken for errors: removal while iterating, links to links, containers.
#include <stddef.h>
#include <stdlib.h>

struct entry {
    int value;
    struct entry *next;
    struct entry **previous_next;
};

struct head {
    struct entry *first;
};

struct list_head {
    struct list_head *next, *prev;
};

struct parcel {
    int weight;
    struct list_head links;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

void remove_entry(struct entry *entry)
{
    if (entry->next != NULL)
        entry->next->previous_next = entry->previous_next;
    *entry->previous_next = entry->next;
    free(entry);
}

void remove_all(struct head *head)
{
    struct entry *entry, *next;
    for (entry = head->first; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
    head->first = NULL;
}

void remove_parcel(struct list_head *position)
{
    struct parcel *parcel = container_of(position, struct parcel, links);
    position->prev->next = position->next;
    position->next->prev = position->prev;
    free(parcel);
}

void remove_wrongly(struct head *head)
{
    struct entry *entry;
    for (entry = head->first; entry; entry = entry->next) //~ error[use-after-free]
        free(entry);
    head->first = NULL;
}
