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
        numbers[i] = __VERIFIER_nondet_int();
    }
    int most = 0;
    for (int i = 1; i < count; i++) {
        if (numbers[i] > numbers[most]) {
            most = i;
        }
    }
    for (int i = 0; i < count; i++) {
        assert(numbers[i] <= numbers[most]);
    }
    free(numbers);
    return 0;
}
