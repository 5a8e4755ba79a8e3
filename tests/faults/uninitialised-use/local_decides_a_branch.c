//@ seen-by: valgrind
#include <stdio.h>

static int sign(int n)
{
    int result;
    if (n > 0)
        result = 1;
    else if (n < 0)
        result = -1;
    return result;
}

int main(void)
{
    volatile int zero = 0;
    if (sign(5) == 1)
        puts("positive");
    if (sign(zero) == 0) //~ error[uninitialised-use]
        puts("zero");
    return 0;
}
