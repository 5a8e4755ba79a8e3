//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Sizes count words; every chunk may swallow what is behind the arena. */
int main(void)
{
    unsigned long total = 8;
    unsigned long *arena = malloc(total * sizeof *arena);
    unsigned long at = 0;
    while (at < total) {
        unsigned long size = 1 + (unsigned)__VERIFIER_nondet_int() % 8;
        if (size > total - at) {
            size = total - at;
        }
        arena[at] = size;
        at += size;
    }
    at = 0;
    while (at < total) {
        unsigned long next = at + arena[at];
        while (next <= total && __VERIFIER_nondet_int()) {
            arena[at] += arena[next]; //~ error[out-of-bounds]
            next = at + arena[at];
        }
        at = next;
    }
    unsigned long count = 0;
    at = 0;
    while (at < total) {
        count++;
        at += arena[at];
    }
    free(arena);
    return count == 0;
}
