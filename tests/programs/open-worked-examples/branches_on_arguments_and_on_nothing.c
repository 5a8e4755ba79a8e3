// What an argument decides are contracts of their own; what nobody knows is one contract for both ways
// (Figures 8 and 10 of the paper on low-level bi-abduction).
//@ options: --malloc-never-fails
#include <stdlib.h>

struct sll {
    struct sll *next;
};

/*~ contract requires  ensures result = x; x != 0 or result = malloc#1; x = 0; malloc#1 -> heap struct sll { next: 0 } */
struct sll *one_at_least(struct sll *x)
{
    if (x == NULL) {
        struct sll *y = malloc(sizeof *y);
        y->next = NULL;
        x = y;
    }
    return x;
}

/*~ contract requires x -> struct sll { next: x->next } ensures result = x; x -> struct sll { next: x->next } or result = x->next; x -> struct sll { next: x->next } */
struct sll *this_or_the_next(struct sll *x)
{
    if (rand())
        return x->next;
    return x;
}
