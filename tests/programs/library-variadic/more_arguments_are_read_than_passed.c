//@ mode: check
//@ options: --malloc-never-fails
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        total += va_arg(list, int); //~ error[variadic-misuse]
    }
    va_end(list);
    return total;
}

int main(void)
{
    return sum(3, 1, 2);
}
