//@ seen-by: ubsan
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int total = INT_MAX - 10;
    for (int i = 0; i < 8; i++)
        total += i; //~ error[signed-overflow]
    printf("%d\n", total);
    return 0;
}
