//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Sizes count words; the end of the arena is split as if it were a chunk. */
int main(void)
{
    unsigned long total = 128;
    unsigned long *arena = malloc(total * sizeof *arena);
    arena[0] = total;
    while (__VERIFIER_nondet_int()) {
        unsigned long at = 0;
        unsigned long wanted = 1 + (unsigned)__VERIFIER_nondet_int() % 16;
        while (at < total && arena[at] <= wanted) {
            at += arena[at];
        }
        if (at <= total) {
            arena[at + wanted] = arena[at] - wanted; //~ error[out-of-bounds]
            arena[at] = wanted;
        }
    }
    free(arena);
    return 0;
}
