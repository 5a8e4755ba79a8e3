//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int numbers[100000];
    int input = __VERIFIER_nondet_int();
    for (int i = 0; i < 100000; i++) {
        numbers[i] = input;
    }
    for (int i = 0; i < 100000; i++) {
        assert(numbers[i] == input);
    }
    return 0;
}
