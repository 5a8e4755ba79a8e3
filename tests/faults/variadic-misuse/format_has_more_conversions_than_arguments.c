#include <stdio.h>

int main(void)
{
    const char *format = "%d %d\n";
    printf(format, 1, 2);
    printf(format, 1); //~ error[variadic-misuse]
    return 0;
}
