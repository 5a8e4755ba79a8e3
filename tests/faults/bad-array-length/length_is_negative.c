//@ seen-by: ubsan
#include <stdio.h>

static int total(int n)
{
    int values[n]; //~ error[bad-array-length]
    for (int i = 0; i < n; i++)
        values[i] = i;
    return n > 0 ? values[n - 1] : (int)sizeof values;
}

int main(void)
{
    printf("%d\n", total(4));
    printf("%d\n", total(-2));
    return 0;
}
