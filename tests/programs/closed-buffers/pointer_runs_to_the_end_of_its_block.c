//@ options: --malloc-never-fails --at-exit
// A pointer that runs through a block, before a loop whose end nobody knows.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *values = malloc(24 * sizeof *values);
    for (int *at = values; at < values + 24; at++)
        *at = 3;
    int tries = 0;
    while (tries < 10 && __VERIFIER_nondet_int())
        tries++;
    if (tries > 10)
        values[24] = 0;
    free(values);
    while (__VERIFIER_nondet_int())
        ;
    return 0;
}
