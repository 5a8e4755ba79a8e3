//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int numbers[100000];
    int copy[100000];
    for (int i = 0; i < 100000; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < 100000; i++) {
        copy[i] = numbers[i];
    }
    for (int i = 0; i < 100000; i++) {
        assert(copy[i] == numbers[i]);
    }
    return 0;
}
