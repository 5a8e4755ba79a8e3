//@ mode: check
// Which argument of the list comes first is not said.
#include <stdarg.h>

static int at(const int *numbers, int index)
{
    return numbers[index];
}

static int look(int count, ...)
{
    va_list list;
    va_start(list, count);
    int result = at(va_arg(list, const int *), va_arg(list, int)); //~ error[variadic-misuse]
    va_end(list);
    return result;
}

int main(void)
{
    int numbers[2] = {1, 2};
    return look(2, numbers, 1);
}
