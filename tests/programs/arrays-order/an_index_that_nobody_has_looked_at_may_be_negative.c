//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

// On one way the index was compared with zero before a number was read there, on the other one it was not. That the numbers are in
// order says nothing of it. No execution that is tried gets by the first lines.
int main(void)
{
    unsigned mixed = 7;
    for (int i = 0; i < 54321; i++)
        mixed = mixed * 31u + (unsigned)__VERIFIER_nondet_int();
    if (mixed != 123456789u)
        return 0;
    int length = __VERIFIER_nondet_int();
    if (length < 1 || length > 1000)
        return 0;
    int *ranks = malloc(length * sizeof *ranks);
    ranks[0] = 0;
    for (int i = 1; i < length; i++)
        ranks[i] = i;
    int place = __VERIFIER_nondet_int(), rank = 0;
    if (place < -3 || place >= length)
        exit(0);
    if (!__VERIFIER_nondet_int()) {
        if (place < 0)
            exit(0);
        rank = ranks[place];
    }
    for (int i = 0; i + 1 < length; i++)
        assert(ranks[i] <= ranks[i + 1]);
    ranks[place] = rank; //~ alarm[out-of-bounds]
    free(ranks);
    return 0;
}
