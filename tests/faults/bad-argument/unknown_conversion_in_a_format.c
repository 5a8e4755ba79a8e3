#include <stdio.h>

int main(void)
{
    const char *format = "%d %!\n";
    printf("%d\n", 1);
    printf(format, 2); //~ error[bad-argument]
    return 0;
}
