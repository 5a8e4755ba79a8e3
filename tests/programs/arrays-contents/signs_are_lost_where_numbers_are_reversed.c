//@ mode: check
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* The copy of a negative number is another one. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000) {
        return 0;
    }
    int *from = malloc(n * sizeof(int));
    int *to = malloc(n * sizeof(int));
    if (!from || !to) {
        exit(1);
    }
    if (fread(from, sizeof(int), n, stdin) != (size_t)n) {
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        to[n - 1 - i] = from[i] & 0x7fffffff;
    }
    for (int i = 0; i < n; i++) {
        assert(to[i] == from[n - 1 - i]); //~ error[assertion-failure]
    }
    free(from);
    free(to);
    return 0;
}
