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
        total += va_arg(list, int);
    }
    va_end(list);
    return total;
}

int main(void)
{
    int values[6] = { 0 };
    return values[sum(3, 1, 2, 3)]; //~ error[out-of-bounds]
}
