//@ seen-by: ubsan
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int divisors[] = { 2, 1, -2, -1 };
    for (int i = 0; i < 4; i++) {
        int quotient = INT_MIN / divisors[i]; //~ error[signed-overflow]
        printf("%d\n", quotient);
    }
    return 0;
}
