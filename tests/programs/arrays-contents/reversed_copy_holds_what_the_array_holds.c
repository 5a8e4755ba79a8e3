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
    int *copy = malloc(count * sizeof *copy);
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < count; i++) {
        copy[i] = numbers[count - 1 - i];
    }
    for (int i = 0; i < count; i++) {
        assert(copy[i] == numbers[count - 1 - i]);
    }
    free(numbers);
    free(copy);
    return 0;
}
