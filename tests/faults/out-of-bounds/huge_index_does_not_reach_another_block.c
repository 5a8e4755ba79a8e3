//@ seen-by: ubsan
#include <stdio.h>

static int other[1000];
static int table[10];

int main(void)
{
    other[500] = 7;
    int index = other[500] * 100;
    int value = table[index]; //~ error[out-of-bounds]
    printf("%d\n", value);
    return 0;
}
