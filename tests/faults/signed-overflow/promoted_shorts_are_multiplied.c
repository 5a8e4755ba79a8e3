//@ seen-by: ubsan
#include <stdio.h>

int main(void)
{
    unsigned short width = 65535, height = 65535;
    unsigned area = width * height; //~ error[signed-overflow]
    printf("%u\n", area);
    return 0;
}
