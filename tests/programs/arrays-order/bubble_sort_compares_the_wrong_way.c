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
    for (int end = count; end > 1; end--) {
        for (int i = 0; i + 1 < end; i++) {
            if (numbers[i] < numbers[i + 1]) {
                int number = numbers[i];
                numbers[i] = numbers[i + 1];
                numbers[i + 1] = number;
            }
        }
    }
    for (int i = 0; i + 1 < count; i++) {
        assert(numbers[i] <= numbers[i + 1]); //~ error[assertion-failure]
    }
    free(numbers);
    return 0;
}
