#include <stdarg.h>
#include <stdio.h>

static int length_then_print(const char *format, ...)
{
    va_list list, again;
    char buffer[64];
    va_start(list, format);
    va_copy(again, list);
    int needed = vsnprintf(NULL, 0, format, list);
    va_end(list);
    vsnprintf(buffer, sizeof buffer, format, again);
    va_end(again);
    printf("%d <%s>\n", needed, buffer);
    return needed;
}

static int take(va_list *list)
{
    return va_arg(*list, int);
}

static int sum_pairs(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count--) {
        int a = take(&list);
        total += a * va_arg(list, int);
    }
    va_end(list);
    return total;
}

static int sum_all(int count, va_list list)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    return total;
}

static int twice(int count, ...)
{
    va_list list;
    va_start(list, count);
    int first = sum_all(count, list);
    va_end(list);
    va_start(list, count);
    int second = sum_all(count - 1, list);
    va_end(list);
    return first * 100 + second;
}

int main(void)
{
    length_then_print("%s has %d items at %.2f", "cart", 3, 9.99);
    length_then_print("plain");
    length_then_print("%c%c%c %5ld|%-5u|", 'a', 'b', 'c', 42L, 7u);
    printf("%d\n", sum_pairs(3, 1, 2, 3, 4, 5, 6));
    printf("%d\n", twice(4, 1, 2, 3, 4));
    return length_then_print("%%");
}
