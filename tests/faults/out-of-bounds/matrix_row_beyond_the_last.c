//@ seen-by: asan ubsan
#include <stdio.h>

int main(void)
{
    int matrix[3][4], sum = 0;
    for (int i = 0; i < 12; i++)
        matrix[i / 4][i % 4] = i;
    for (int row = 0; row < 4; row++)
        sum += matrix[row][0]; //~ error[out-of-bounds]
    printf("%d\n", sum);
    return 0;
}
