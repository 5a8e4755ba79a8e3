//@ mode: check
#include <stdarg.h>

static int at(const int *numbers, int index)
{
    return numbers[index];
}

static int look(int count, ...)
{
    va_list list;
    va_start(list, count);
    const int *numbers = va_arg(list, const int *);
    int index = va_arg(list, int);
    va_end(list);
    return at(numbers, index);
}

int main(void)
{
    int numbers[2] = {1, 2};
    return look(2, numbers, 1);
}
