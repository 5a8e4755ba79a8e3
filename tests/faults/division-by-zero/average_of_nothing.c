//@ seen-by: ubsan
#include <stdio.h>

static int average(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count; //~ error[division-by-zero]
}

int main(void)
{
    int values[] = { 1, 2, 6 };
    printf("%d\n", average(values, 3));
    printf("%d\n", average(values, 0));
    return 0;
}
