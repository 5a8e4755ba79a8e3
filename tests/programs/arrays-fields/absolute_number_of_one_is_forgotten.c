// A number that is negative is stored as it is, if it is small.
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
    int *sizes = malloc(count * sizeof *sizes);
    for (int i = 0; i < count; i++) {
        int number = __VERIFIER_nondet_int();
        if (number < -1000 || number > 1000) {
            number = 1;
        }
        numbers[i] = number;
    }
    for (int i = 0; i < count; i++) {
        if (numbers[i] < -1) {
            sizes[i] = -numbers[i];
        } else {
            sizes[i] = numbers[i];
        }
    }
    for (int i = 0; i < count; i++) {
        assert(sizes[i] >= 0); //~ error[assertion-failure]
        assert(sizes[i] == numbers[i] || sizes[i] == -numbers[i]);
    }
    free(numbers);
    free(sizes);
    return 0;
}
