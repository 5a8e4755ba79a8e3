// The second array is interleaved from its end.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void fill(int *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int *even = malloc(count * sizeof *even);
    int *odd = malloc(count * sizeof *odd);
    int *both = malloc(2 * count * sizeof *both);
    fill(even, count);
    fill(odd, count);
    for (int i = 0; i < count; i++) {
        both[2 * i] = even[i];
        both[2 * i + 1] = odd[count - 1 - i];
    }
    for (int i = 0; i < count; i++) {
        assert(both[2 * i] == even[i]);
        assert(both[2 * i + 1] == odd[i]); //~ error[assertion-failure]
    }
    free(even);
    free(odd);
    free(both);
    return 0;
}
