// Doubly linked lists, and a list in a global variable.
#include <stdlib.h>

struct item {
    struct item *next, *prev;
    int value;
};

static struct item *items;
static int count;

/*~ contract requires position -> struct item { next: 0 }; item -> struct item { next: ?, prev: ? } ensures position -> struct item { next: item }; item -> struct item { next: 0, prev: position }
    requires position -> struct item { next: position->next }; item -> struct item { next: ?, prev: ? }; position->next -> struct item { prev: ? } ensures position -> struct item { next: item }; item -> struct item { next: position->next, prev: position }; position->next -> struct item { prev: item }
    requires item = position; position -> struct item { next: 0, prev: ? } ensures position -> struct item { next: position, prev: position }
    requires position -> struct item { next: item }; item -> struct item { next: ?, prev: ? } ensures position -> struct item { next: item }; item -> struct item { next: item, prev: item }
    requires item = position; position -> struct item { next: position->next, prev: ? }; position->next -> struct item { prev: ? } ensures position -> struct item { next: position, prev: position }; position->next -> struct item { prev: position }
    requires item = position; position -> struct item { next: position, prev: ? } ensures position -> struct item { next: position, prev: position } */
void insert_behind(struct item *position, struct item *item)
{
    item->next = position->next;
    item->prev = position;
    if (position->next)
        position->next->prev = item;
    position->next = item;
}

/*~ contract requires item -> struct item { next: 0, prev: 0 } ensures item -> struct item { next: 0, prev: 0 }
    requires item -> struct item { next: 0, prev: item->prev }; item->prev -> struct item { next: ? } ensures item -> struct item { next: 0, prev: 0 }; item->prev -> struct item { next: 0 }
    requires item -> struct item { next: item->next, prev: 0 }; item->next -> struct item { prev: ? } ensures item -> struct item { next: 0, prev: 0 }; item->next -> struct item { prev: 0 }
    requires item -> struct item { next: item->next, prev: item->prev }; item->prev -> struct item { next: ? }; item->next -> struct item { prev: ? } ensures item -> struct item { next: 0, prev: 0 }; item->prev -> struct item { next: item->next }; item->next -> struct item { prev: item->prev }
    requires item -> struct item { next: 0, prev: item } ensures item -> struct item { next: 0, prev: 0 }
    requires item -> struct item { next: item, prev: 0 } ensures item -> struct item { next: 0, prev: 0 }
    requires item -> struct item { next: item, prev: item->prev }; item->prev -> struct item { next: ? } ensures item -> struct item { next: 0, prev: 0 }; item->prev -> struct item { next: item }
    requires item -> struct item { next: item->next, prev: item }; item->next -> struct item { prev: ? } ensures item -> struct item { next: 0, prev: 0 }; item->next -> struct item { prev: item }
    requires item -> struct item { next: item, prev: item } ensures item -> struct item { next: 0, prev: 0 } */
void unlink_item(struct item *item)
{
    if (item->prev)
        item->prev->next = item->next;
    if (item->next)
        item->next->prev = item->prev;
    item->next = item->prev = NULL;
}

/*~ contract requires list item -> 0: at least 1 heap struct item linked by prev ensures result = node#1; node#1 -> heap struct item { prev: 0 }; list item -> node#1: at least 0 heap struct item linked by prev */
struct item *first(struct item *item)
{
    while (item->prev)
        item = item->prev;
    return item;
}

/*~ contract requires &items -> struct item * { *: items }; &count -> int { *: count }; item -> struct item { next: ?, prev: ? } ensures &items -> struct item * { *: item }; &count -> int { *: (int)(count + 1) }; item -> struct item { next: items, prev: 0 } */
void register_item(struct item *item)
{
    item->next = items;
    item->prev = NULL;
    items = item;
    count++;
}

/*~ contract requires &items -> struct item * { *: items }; list items -> 0: exactly count#1 heap struct item linked by next ensures result = (int)count#1; &items -> struct item * { *: items }; list items -> 0: at least 0 heap struct item linked by next */
int registered(void)
{
    int n = 0;
    for (struct item *item = items; item; item = item->next)
        n++;
    return n;
}
