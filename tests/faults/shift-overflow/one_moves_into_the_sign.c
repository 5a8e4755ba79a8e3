//@ options: --stop-on shift-overflow
//@ seen-by: ubsan
#include <stdio.h>

int main(void)
{
    int flag = 3;
    for (int i = 0; i < 32; i += 15)
        printf("%d\n", flag << i); //~ error[shift-overflow]
    return 0;
}
