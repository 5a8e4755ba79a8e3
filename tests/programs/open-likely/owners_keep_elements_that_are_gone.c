// As with elements that take themselves out of what they belong to, but the owner is forgotten.
#include <stdlib.h>

struct room;
struct guest { struct guest *next, *previous; struct room *room; };
struct room { struct guest *first, *last; int guests; };

void leave(struct guest *guest) {
    struct room *room = guest->room;
    if (guest->previous) guest->previous->next = guest->next;
    if (guest->next) guest->next->previous = guest->previous; else room->last = guest->previous;
    room->guests--;
    free(guest);
}

void close_room(struct room *room) {
    while (room->first) leave(room->first); //~ error[use-after-free]
}
