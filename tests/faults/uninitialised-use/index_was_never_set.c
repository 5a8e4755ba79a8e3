//@ seen-by: valgrind
#include <stdio.h>

struct cursor { int row, column; };

int main(void)
{
    int table[4] = { 1, 2, 3, 4 };
    struct cursor c;
    c.row = 2;
    int value = table[c.column & 3]; //~ error[uninitialised-use]
    printf("%d\n", value);
    return c.row;
}
