//@ seen-by: ubsan
#include <stdio.h>

static int factorial(int n)
{
    int result = 1;
    for (int i = 2; i <= n; i++)
        result *= i; //~ error[signed-overflow]
    return result;
}

int main(void)
{
    printf("%d\n", factorial(12));
    printf("%d\n", factorial(13));
    return 0;
}
