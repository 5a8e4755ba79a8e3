//@ seen-by: ubsan
#include <stdio.h>

int main(void)
{
    unsigned long long word = 1ull << 40;
    for (int shift = 8; shift >= -8; shift -= 8)
        word >>= shift; //~ error[shift-out-of-range]
    printf("%llu\n", word);
    return 0;
}
