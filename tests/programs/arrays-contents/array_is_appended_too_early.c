// What is appended begins one element too early.
//@ mode: check
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void append(int *to, int n, const int *from, int m)
{
    for (int i = 0; i < m; i++)
        to[n - 1 + i] = from[i];
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000 || m < 1 || m > 100000)
        return 0;
    int *a = malloc((n + m) * sizeof *a), *b = malloc(m * sizeof *b);
    if (a && b) {
        for (int i = 0; i < n; i++)
            a[i] = 1;
        for (int i = 0; i < m; i++)
            b[i] = __VERIFIER_nondet_int();
        append(a, n, b, m);
        for (int i = 0; i < n; i++)
            assert(a[i] == 1); //~ error[assertion-failure]
    }
    free(a);
    free(b);
    return 0;
}
