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
    for (int i = 0; i < 2 * count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    int *odd = malloc(count * sizeof *odd);
    int to = 0;
    for (int from = 1; from < 2 * count; from += 2) {
        odd[to] = numbers[from];
        to++;
    }
    for (int i = 0; i < count; i++) {
        assert(odd[i] == numbers[2 * i + 1]);
    }
    free(numbers);
    free(odd);
    return 0;
}
