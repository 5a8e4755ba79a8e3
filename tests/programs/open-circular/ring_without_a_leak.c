// As the ring with a leak, but the use frees all it made.
//@ options: --malloc-never-fails
//@ complete: 5/5
#include <stdlib.h>

struct ring {
    struct ring *next;
    struct ring *prev;
};

/*~ contract requires  ensures result = malloc#1; malloc#1 -> heap block[16] { 0..8: malloc#1, 8..16: malloc#1 } */
struct ring *ring_create(void)
{
    struct ring *fresh = malloc(sizeof(struct ring));
    fresh->next = fresh;
    fresh->prev = fresh;
    return fresh;
}

/*~ contract requires place -> struct ring { next: place->next }; entry -> struct ring { next: ?, prev: ? }; place->next -> struct ring { prev: ? } ensures place -> struct ring { next: entry }; entry -> struct ring { next: place->next, prev: place }; place->next -> struct ring { prev: entry }
    requires place -> struct ring { next: entry }; entry -> struct ring { next: ?, prev: ? } ensures place -> struct ring { next: entry }; entry -> struct ring { next: entry, prev: entry }
    requires entry = place; place -> struct ring { next: place->next, prev: ? }; place->next -> struct ring { prev: ? } ensures place -> struct ring { next: place, prev: place }; place->next -> struct ring { prev: place }
    requires entry = place; place -> struct ring { next: place, prev: ? } ensures place -> struct ring { next: place, prev: place } */
void ring_insert_behind(struct ring *place, struct ring *entry)
{
    struct ring *follower = place->next;
    entry->prev = place;
    entry->next = follower;
    follower->prev = entry;
    place->next = entry;
}

/*~ contract requires entry -> struct ring { next: entry->next, prev: entry->prev }; entry->prev -> struct ring { next: ? }; entry->next -> struct ring { prev: ? } ensures entry -> struct ring { next: entry->next, prev: entry->prev }; entry->prev -> struct ring { next: entry->next }; entry->next -> struct ring { prev: entry->prev }
    requires entry -> struct ring { next: entry, prev: entry->prev }; entry->prev -> struct ring { next: ? } ensures entry -> struct ring { next: entry, prev: entry->prev }; entry->prev -> struct ring { next: entry }
    requires entry -> struct ring { next: entry->next, prev: entry }; entry->next -> struct ring { prev: ? } ensures entry -> struct ring { next: entry->next, prev: entry }; entry->next -> struct ring { prev: entry }
    requires entry -> struct ring { next: entry, prev: entry } ensures entry -> struct ring { next: entry, prev: entry } */
void ring_remove(struct ring *entry)
{
    struct ring *before = entry->prev;
    struct ring *behind = entry->next;
    before->next = behind;
    behind->prev = before;
}

/*~ contract requires  ensures result = 1 */
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
