//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int numbers[100000];
    for (int i = 0; i < 100000; i++) {
        int input = __VERIFIER_nondet_int();
        numbers[i] = input < 0 || input > 9 ? 3 : input;
    }
    for (int i = 0; i < 100000; i++) {
        assert(numbers[i] >= 0 && numbers[i] <= 9);
    }
    return 0;
}
