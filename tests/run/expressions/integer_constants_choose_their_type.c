#include <stdio.h>

#define NAME(expression) _Generic((expression), int: "int", unsigned: "unsigned", long: "long", \
    unsigned long: "unsigned long", long long: "long long", unsigned long long: "unsigned long long", \
    char: "char", default: "other")

int main(void)
{
    printf("%s\n", NAME(1));
    printf("%s\n", NAME(1u));
    printf("%s\n", NAME(1L));
    printf("%s\n", NAME(2147483647));
    printf("%s\n", NAME(2147483648));
    printf("%s\n", NAME(0x7fffffff));
    printf("%s\n", NAME(0x80000000));
    printf("%s\n", NAME(0xffffffffff));
    printf("%s\n", NAME(0xffffffffffffffff));
    printf("%s\n", NAME('a'));
    printf("%s\n", NAME(1 == 1));
    printf("%s\n", NAME((char)1));
    printf("%s\n", NAME(1ull));
    printf("%d %d %d %d\n", 0b1011, 0755, 0x1F, 'A');
    printf("%d %d %d %d\n", '\n', '\x41', '\101', '\0');
    printf("%d\n", -2147483647 - 1 < 0);
    printf("%d\n", -2147483648 < 0);
    return 0;
}
