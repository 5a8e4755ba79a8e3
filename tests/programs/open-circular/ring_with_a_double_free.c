// A ring whose second link is found, removed and freed twice.
//@ options: --malloc-never-fails
//@ complete: 4/4
#include <stdlib.h>

struct ring {
    struct ring *next;
    struct ring *prev;
};

struct ring *ring_create(void)
{
    struct ring *fresh = malloc(sizeof(struct ring));
    fresh->next = fresh;
    fresh->prev = fresh;
    return fresh;
}

void ring_insert_behind(struct ring *place, struct ring *entry)
{
    struct ring *follower = place->next;
    entry->prev = place;
    entry->next = follower;
    follower->prev = entry;
    place->next = entry;
}

void ring_remove(struct ring *entry)
{
    struct ring *before = entry->prev;
    struct ring *behind = entry->next;
    before->next = behind;
    behind->prev = before;
}

int use_a_ring(void)
{
    struct ring *first = ring_create();
    struct ring *second = ring_create();
    ring_insert_behind(first, second);
    struct ring *same = first->next;
    ring_remove(second);
    ring_remove(same);
    free(second);
    free(same); //~ error[double-free]
    free(first);
    return 0;
}
