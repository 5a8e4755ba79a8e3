//@ seen-by: ubsan
#include <stdio.h>

static size_t area(int rows, int columns)
{
    char grid[rows][columns]; //~ error[bad-array-length]
    grid[0][0] = 'x';
    return sizeof grid + (grid[0][0] == 'x');
}

int main(void)
{
    printf("%zu\n", area(3, 4));
    printf("%zu\n", area(3, -4));
    return 0;
}
