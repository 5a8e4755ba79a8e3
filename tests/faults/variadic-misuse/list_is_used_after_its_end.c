#include <stdarg.h>
#include <stdio.h>

static int second(int count, ...)
{
    va_list list;
    va_start(list, count);
    int result = va_arg(list, int);
    va_end(list);
    result += va_arg(list, int); //~ error[variadic-misuse]
    return result;
}

int main(void)
{
    printf("%d\n", second(2, 1, 2));
    return 0;
}
