//@ seen-by: ubsan
#include <stdio.h>

static unsigned mask(int bits)
{
    return (1u << bits) - 1; //~ error[shift-out-of-range]
}

int main(void)
{
    printf("%x %x\n", mask(4), mask(31));
    printf("%x\n", mask(32));
    return 0;
}
