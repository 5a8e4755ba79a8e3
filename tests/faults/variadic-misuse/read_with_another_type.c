#include <stdarg.h>
#include <stdio.h>

static double first(const char *kind, ...)
{
    va_list list;
    va_start(list, kind);
    double result = va_arg(list, double); //~ error[variadic-misuse]
    va_end(list);
    return result;
}

int main(void)
{
    printf("%g\n", first("d", 1.5));
    printf("%g\n", first("i", 1));
    return 0;
}
