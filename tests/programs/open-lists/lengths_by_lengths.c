// How long lists are after a call, by how long they were before.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

/*~ contract requires list list -> 0: exactly count#1 heap struct node linked by next ensures result = (unsigned long)count#1; list list -> 0: at least 0 heap struct node linked by next */
unsigned long length(const struct node *list)
{
    unsigned long count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

struct node *push(struct node *list, struct node *node)
{
    node->next = list;
    return node;
}

struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

struct node *append(struct node *list, struct node *other)
{
    struct node *last = list;
    if (!list)
        return other;
    while (last->next)
        last = last->next;
    last->next = other;
    return list;
}

struct node *append_all(struct node *list, struct node *other)
{
    struct node **end = &list;
    while (*end)
        end = &(*end)->next;
    *end = reverse(other);
    return list; //~ error-if-called[memory-lost]
}

/*~ contract requires list list -> 0: exactly count#1 heap struct node linked by next { value: _ } ensures result = x#1; list x#1 -> 0: exactly count#1 heap struct node linked by next { value: _ }; list list -> 0: exactly count#1 heap struct node linked by next { value: _ } or the program ends
    requires node#1 -> heap struct node { next: next#1, value: _ }; list list -> node#1: at least 0 heap struct node linked by next { value: _ }; list next#1 -> node#1: at least 0 heap struct node linked by next { value: _ } ensures the program ends */
struct node *copy(const struct node *list)
{
    struct node *made = NULL;
    for (; list; list = list->next) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            abort();
        fresh->value = list->value;
        fresh->next = made;
        made = fresh;
    }
    return made;
}
