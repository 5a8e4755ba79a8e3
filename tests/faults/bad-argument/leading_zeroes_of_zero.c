//@ seen-by: ubsan
#include <stdio.h>

static int bits(unsigned n)
{
    return 32 - __builtin_clz(n); //~ error[bad-argument]
}

int main(void)
{
    for (int n = 5; n >= 0; n--)
        printf("%d\n", bits(n));
    return 0;
}
