//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    int limit = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    int found = 0;
    while (found < count && numbers[found] < limit) {
        found++;
    }
    for (int i = 0; i < found; i++) {
        assert(numbers[i] < limit);
    }
    free(numbers);
    return 0;
}
