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
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j + 1 < count; j++) {
            if (numbers[j] < numbers[i]) {
                int number = numbers[i];
                numbers[i] = numbers[j];
                numbers[j] = number;
            }
        }
    }
    for (int i = 0; i + 1 < count; i++) {
        assert(numbers[i] <= numbers[i + 1]); //~ error[assertion-failure]
    }
    free(numbers);
    return 0;
}
