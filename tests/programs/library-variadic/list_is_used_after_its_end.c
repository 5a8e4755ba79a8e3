//@ mode: check
//@ options: --malloc-never-fails
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int twice(int count, ...)
{
    va_list list;
    va_start(list, count);
    int first = va_arg(list, int);
    va_end(list);
    return first + va_arg(list, int); //~ error[variadic-misuse]
}

int main(void)
{
    return twice(2, 1, 2);
}
