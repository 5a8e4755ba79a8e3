//@ options: --stop-on shift-overflow
//@ seen-by: ubsan
#include <stdio.h>

int main(void)
{
    int offset = -4;
    int scaled = offset << 2; //~ error[shift-overflow]
    printf("%d\n", scaled);
    return 0;
}
