//@ choices: 3,4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 100 && b < 100 && a > 0 && b > 0)
        assert(a + b != 7); //~ error[assertion-failure]
    return 0;
}
