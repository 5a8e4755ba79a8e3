//@ seen-by: ubsan
#include <stdio.h>

int main(void)
{
    volatile float zero = 0;
    float ratio = 1 / zero;
    unsigned percent = (unsigned)ratio; //~ error[float-to-integer-range]
    printf("%u\n", percent);
    return 0;
}
