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
    int are_equal = 1;
    for (int i = 0; i < count; i++) {
        if (left[i] != right[i]) {
            are_equal = 0;
        }
    }
    if (are_equal) {
        for (int i = 0; i < count; i++) {
            assert(left[i] == right[i]);
        }
    }
    free(left);
    free(right);
    return 0;
}
