// The second loop looks at every third element instead of every second one.
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
    for (int i = 0; i < count; i += 2) {
        numbers[i] = 3;
    }
    for (int i = 0; i < count; i += 3) {
        assert(numbers[i] == 3); //~ error[uninitialised-use]
    }
    free(numbers);
    return 0;
}
