#include <stdio.h>

int main(void)
{
    int a = 6, b = 3, c = 2;
    printf("%d %d\n", a - b - c, a / b / c);
    printf("%d %d\n", a + b * c, (a + b) * c);
    printf("%d %d\n", a << b - 1, (a << b) - 1);
    printf("%d %d\n", a & b == 3, (a & b) == 2);
    printf("%d\n", a | b ^ c & 1);
    printf("%d\n", a > b > c);
    printf("%d\n", !a == b);
    printf("%d %d\n", -a % b, - -a);
    printf("%d\n", a ? b : c ? 1 : 2);
    printf("%d\n", (a = b = c, a + b));
    int arr[3] = { 1, 2, 3 }, *p = arr;
    printf("%d %d\n", *p + 1, *(p + 1));
    printf("%d %d\n", -*p, ~*(p + 2));
    printf("%d\n", sizeof arr[0] * 2 == sizeof(int) * 2);
    printf("%d\n", 1 || 0 && 0);
    printf("%d\n", 7 - 2 + 1);
    printf("%d\n", 2 * 3 % 4 * 5);
    printf("%d\n", 1 == 2 != 3);
    return 0;
}
