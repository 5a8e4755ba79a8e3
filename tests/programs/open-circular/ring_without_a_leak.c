// As the ring with a leak, but the use frees all it made.
//@ options: --malloc-never-fails
//@ complete: 5/5
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
    ring_remove(second);
    free(second);
    int is_alone = first->next == first && first->prev == first;
    free(first);
    return is_alone;
}

// Takes out the neighbour of a link, if there is one.
struct ring *take_neighbour(struct ring *place)
{
    struct ring *neighbour = place->next;
    if (neighbour == place)
        return NULL;
    ring_remove(neighbour);
    neighbour->next = neighbour;
    neighbour->prev = neighbour;
    return neighbour;
}
