//@ mode: check
//@ options: --malloc-never-fails
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static long first(int count, ...)
{
    va_list list;
    va_start(list, count);
    long value = va_arg(list, long); //~ error[variadic-misuse]
    va_end(list);
    return value;
}

int main(void)
{
    return (int)first(1, 7);
}
