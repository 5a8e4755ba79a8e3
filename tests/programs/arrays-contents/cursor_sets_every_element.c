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
    int *end = numbers + count;
    for (int *cursor = numbers; cursor < end; cursor++) {
        *cursor = 5;
    }
    for (int *cursor = numbers; cursor < end; cursor++) {
        assert(*cursor == 5);
    }
    free(numbers);
    return 0;
}
