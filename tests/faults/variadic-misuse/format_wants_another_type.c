#include <stdio.h>

int main(void)
{
    const char *format = "%g\n";
    printf(format, 0.5);
    printf(format, 7); //~ error[variadic-misuse]
    return 0;
}
