//@ mode: check
#include <stdio.h>

int main(void)
{
    int table[256] = { 0 };
    return table[ungetc('x', stdin)]; //~ alarm[out-of-bounds]
}
