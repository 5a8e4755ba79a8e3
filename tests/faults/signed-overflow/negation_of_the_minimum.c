//@ seen-by: ubsan
#include <limits.h>
#include <stdio.h>

static int absolute(int n)
{
    return n < 0 ? -n : n; //~ error[signed-overflow]
}

int main(void)
{
    printf("%d %d\n", absolute(-5), absolute(INT_MIN + 1));
    printf("%d\n", absolute(INT_MIN));
    return 0;
}
