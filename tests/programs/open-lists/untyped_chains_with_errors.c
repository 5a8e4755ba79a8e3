// Operations on chains of anything that go wrong for every caller.
//@ options: --malloc-never-fails
#include <stdlib.h>

typedef void **chain;

struct member {
    struct member *next;
};

void *take_first(chain head)
{
    struct member *first = *head;
    free(first);
    if (first != NULL)
        *head = first->next; //~ error[use-after-free]
    return first;
}

void put_new(chain head)
{
    struct member *fresh = malloc(sizeof *fresh);
    if (fresh->next) //~ error[uninitialised-use]
        *head = fresh;
}

void forget(chain head)
{
    struct member *fresh = malloc(sizeof *fresh);
    fresh->next = *head;
} //~ error[memory-lost]
