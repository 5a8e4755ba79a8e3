// A link with a tag, and its distance from the node computed from the link before it (Figure 11 of the paper on
// low-level bi-abduction).
//@ options: --malloc-never-fails
#include <stddef.h>

struct link {
    struct link *prev;
    void *next;
};

/*~ contract requires l -> struct link { prev: l->prev, next: l->next }; l->prev -> struct link { next: l->prev->next } ensures result = l->next + l->prev->next mod 2 + l - l->next mod 2 - l->prev->next; l -> struct link { prev: l->prev, next: l->next }; l->prev -> struct link { next: l->prev->next }
    requires l -> struct link { prev: l, next: l->prev->next } ensures result = l; l -> struct link { prev: l, next: l->prev->next } */
struct link *link_get_next(struct link *l)
{
    struct link *a = l->prev;
    size_t c = (size_t)a->next & ~(size_t)1;
    size_t offset = (size_t)l - c;
    size_t f = (size_t)l->next & ~(size_t)1;
    return (struct link *)(f + offset);
}
