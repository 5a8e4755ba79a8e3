//@ mode: check
//@ options: --malloc-never-fails
// Twelve bytes behind the first pointer lies another one, so that the word between them is part of both.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *block;

int main(void)
{
    unsigned h = 7;
    for (int q = 0; q < 54321; q++)
        h = h * 31u + (unsigned)__VERIFIER_nondet_int();
    if (h != 123456789u)
        return 0;
    block = calloc(1, 100);
    if (__VERIFIER_nondet_int())
        *(char **)block = malloc(3);
    if (__VERIFIER_nondet_int())
        *(char **)(block + 12) = malloc(3);
    while (__VERIFIER_nondet_int())
        ;
    free(*(char **)(block + 8)); //~ gave-up[analysis]
    return 0;
}
