//@ input: none
//@ seen-by: valgrind
#include <stdio.h>

int main(void)
{
    int count, sum = 0;
    scanf("%d", &count);
    for (int i = 0; i < count; i++) //~ error[uninitialised-use]
        sum += i;
    return sum;
}
