//@ mode: check
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int input(void) {
    int number = 0;
    if (__VERIFIER_nondet_int()) {
        number = __VERIFIER_nondet_int();
    }
    return number;
}

static void fill(int *array, int n) {
    for (int i = 0; i < n; i++) {
        array[i] = input();
    }
}

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
    fill(from, n);
    for (int i = 0; i < n; i++) {
        to[n - 1 - i] = i == 2 ? 0 : from[i];
    }
    for (int i = 0; i < n; i++) {
        assert(to[i] == from[n - 1 - i]); //~ error[assertion-failure]
    }
    free(from);
    free(to);
    return 0;
}
