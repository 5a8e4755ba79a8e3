//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int values[100] = { 0 };
    int index = __VERIFIER_nondet_int();
    if (index < -99 || index > 99) {
        return 0;
    }
    return values[abs(index)];
}
