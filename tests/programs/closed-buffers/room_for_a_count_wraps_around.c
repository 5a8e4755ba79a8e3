//@ mode: check
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    unsigned bytes = (count + 1) * 8u;
    long *numbers = malloc(bytes);
    if (!numbers) {
        return 0;
    }
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = i; //~ error[out-of-bounds]
    }
    free(numbers);
    return 0;
}
