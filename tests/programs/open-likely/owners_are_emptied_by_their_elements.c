// Elements take themselves out of what they belong to, by their links that lead back to it: emptying an owner ends.
// Where an element does not lead back the next round finds a freed one, but no usual caller has such elements.
#include <stdlib.h>

struct room;
struct guest { struct guest *next, *previous; struct room *room; };
struct room { struct guest *first, *last; int guests; };

void leave(struct guest *guest) {
    struct room *room = guest->room;
    if (guest->previous) guest->previous->next = guest->next; else room->first = guest->next;
    if (guest->next) guest->next->previous = guest->previous; else room->last = guest->previous;
    room->guests--;
    free(guest);
}

void close_room(struct room *room) {
    while (room->first) leave(room->first);
}

struct element { struct element *parent, *child, *next, *previous; char *name; };

void take_out(struct element *element) {
    if (element->previous) element->previous->next = element->next;
    else if (element->parent) element->parent->child = element->next;
    if (element->next) element->next->previous = element->previous;
    element->parent = element->next = element->previous = NULL;
}

void destroy(struct element *element) {
    while (element->child) destroy(element->child);
    take_out(element);
    free(element->name);
    free(element);
}
