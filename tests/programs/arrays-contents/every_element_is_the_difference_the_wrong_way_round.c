//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int *left = malloc(count * sizeof *left);
    for (int i = 0; i < count; i++) {
        left[i] = __VERIFIER_nondet_int();
    }
    int *right = malloc(count * sizeof *right);
    for (int i = 0; i < count; i++) {
        right[i] = __VERIFIER_nondet_int();
    }
    int *difference = malloc(count * sizeof *difference);
    for (int i = 0; i < count; i++) {
        difference[i] = left[i] - right[i];
    }
    for (int i = 0; i < count; i++) {
        assert(difference[i] == right[i] - left[i]); //~ error[assertion-failure]
    }
    free(left);
    free(right);
    free(difference);
    return 0;
}
