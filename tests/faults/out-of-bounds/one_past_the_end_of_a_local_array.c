//@ seen-by: asan ubsan
#include <stdio.h>

int main(void)
{
    int values[8] = { 0 }, sum = 0;
    for (int i = 0; i <= 8; i++)
        sum += values[i]; //~ error[out-of-bounds]
    printf("%d\n", sum);
    return 0;
}
