// A loop that begins in the middle of an array leaves three parts: before, in, and behind what it has set.
//@ mode: check
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void set(int *a, int from, int to, int value)
{
    for (int i = from; i < to; i++)
        a[i] = value;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000 || k < 0 || k >= n)
        return 0;
    int *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    set(a, k, n, 7);
    for (int i = k; i < n; i++)
        assert(a[i] == 7);
    free(a);
    return 0;
}
