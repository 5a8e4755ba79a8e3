//@ mode: check
//@ options: --malloc-never-fails
// A word of eight bytes, of which four may be overwritten: no half of it is known to hold what the whole did.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned h = 7;
    for (int q = 0; q < 54321; q++)
        h = h * 31u + (unsigned)__VERIFIER_nondet_int();
    if (h != 123456789u)
        return 0;
    char table[1];
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 3)
        return 0;
    long *words = malloc(16);
    words[0] = 5;
    words[1] = 5;
    ((int *)words)[at] = 5;
    while (__VERIFIER_nondet_int())
        ;
    table[((int *)words)[1] - 5] = 1; //~ alarm[out-of-bounds]
    free(words);
    return 0;
}
