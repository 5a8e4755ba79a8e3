#include <stdio.h>

int main(void)
{
    unsigned char a = 200, b = 100;
    signed char c = -1;
    unsigned short d = 0xffff;
    char small = (char)(a + b);

    printf("%d %d\n", a + b, small);
    printf("%d\n", a - b > 0);
    printf("%d\n", b - a < 0);
    printf("%d %d\n", ~a, !a);
    printf("%d\n", c < a);
    printf("%d %d\n", d + 1, (unsigned short)(d + 1));
    printf("%zu %zu\n", sizeof(a + b), sizeof(+c));
    printf("%d\n", (unsigned char)(a + b) == (a + b));
    printf("%d\n", -d);
    printf("%d %d\n", a << 4, (unsigned char)(a << 4));
    printf("%d\n", (signed char)(a >> 1));
    return 0;
}
