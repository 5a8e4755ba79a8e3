// Where a number is not positive, another one is stored in its place.
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
    int *copies = malloc(count * sizeof *copies);
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < count; i++) {
        if (numbers[i] > 0) {
            copies[i] = numbers[i];
        } else {
            copies[i] = 1;
        }
    }
    for (int i = 0; i < count; i++) {
        if (numbers[i] > 0) {
            assert(copies[i] == numbers[i]);
        } else {
            assert(copies[i] == 1);
        }
    }
    free(numbers);
    free(copies);
    return 0;
}
