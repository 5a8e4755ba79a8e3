// A byte for each number tells whether it is positive.
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
    int *numbers = malloc(count * sizeof *numbers);
    char *flags = malloc(count);
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < count; i++) {
        flags[i] = numbers[i] > 0;
    }
    for (int i = 0; i < count; i++) {
        if (flags[i]) {
            assert(numbers[i] > 0);
        } else {
            assert(numbers[i] <= 0);
        }
    }
    free(numbers);
    free(flags);
    return 0;
}
