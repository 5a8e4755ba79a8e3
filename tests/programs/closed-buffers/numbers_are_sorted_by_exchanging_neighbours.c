//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void sort(int *numbers, int count)
{
    for (int last = count - 1; last >= 0; last--) {
        for (int i = 1; i <= last; i++) {
            if (numbers[i - 1] > numbers[i]) {
                int held = numbers[i - 1];
                numbers[i - 1] = numbers[i];
                numbers[i] = held;
            }
        }
    }
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000000) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    sort(numbers, count);
    free(numbers);
    return 0;
}
