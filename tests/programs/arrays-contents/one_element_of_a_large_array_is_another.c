//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static int numbers[100000];
    for (int i = 0; i < 100000; i++) {
        numbers[i] = 42;
    }
    for (int i = 0; i < 100000; i++) {
        assert(numbers[i] == 42 + (i == 5)); //~ error[assertion-failure]
    }
    return 0;
}
