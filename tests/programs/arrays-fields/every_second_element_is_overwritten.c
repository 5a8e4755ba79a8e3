// A loop that steps by two overwrites every second word of an array.
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
    for (int i = 0; i < count; i++) {
        numbers[i] = 1;
    }
    for (int i = 0; i < count; i += 2) {
        numbers[i] = 0;
    }
    for (int i = 0; i < count; i += 2) {
        assert(numbers[i] == 0);
    }
    free(numbers);
    return 0;
}
