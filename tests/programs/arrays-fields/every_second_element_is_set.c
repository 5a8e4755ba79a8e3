// A loop stores every second word of an array.
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
    int *numbers = malloc(2 * count * sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[2 * i] = 3;
    }
    for (int i = 0; i < count; i++) {
        assert(numbers[2 * i] == 3);
    }
    free(numbers);
    return 0;
}
