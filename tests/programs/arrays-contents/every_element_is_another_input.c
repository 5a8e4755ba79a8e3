//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int numbers[6];
    int input = __VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++) {
        numbers[i] = input;
    }
    for (int i = 0; i < 6; i++) {
        assert(numbers[i] == input / 2 * 2); //~ error[assertion-failure]
    }
    return 0;
}
