//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Where `count + 1` wraps around, it is more than there can be. */
int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 0) {
        return 0;
    }
    long *numbers = malloc((count + 1) * sizeof *numbers);
    if (!numbers) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (__VERIFIER_nondet_int()) {
            for (int j = 0; j < i; j++) {
                numbers[j] = j;
            }
        }
        numbers[i] = i;
    }
    numbers[count] = 0;
    free(numbers);
    return 0;
}
