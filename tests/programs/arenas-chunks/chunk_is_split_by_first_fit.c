//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Sizes count words; the first chunk that is large enough is split. */
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
        if (at < total) {
            arena[at + wanted] = arena[at] - wanted;
            arena[at] = wanted;
        }
    }
    free(arena);
    return 0;
}
