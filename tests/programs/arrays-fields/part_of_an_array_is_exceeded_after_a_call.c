// The caller counts to another number.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void fill(int *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int part = __VERIFIER_nondet_int();
    if (part < 1 || part > count + 1) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    fill(numbers, count);
    for (int i = 0; i < part; i++) {
        numbers[i] = 7; //~ error[out-of-bounds]
    }
    for (int i = 0; i < part; i++) {
        assert(numbers[i] == 7);
    }
    free(numbers);
    return 0;
}
