#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int); //~ error[variadic-misuse]
    va_end(list);
    return total;
}

int main(void)
{
    printf("%d\n", sum(2, 10, 20));
    printf("%d\n", sum(3, 10, 20));
    return 0;
}
