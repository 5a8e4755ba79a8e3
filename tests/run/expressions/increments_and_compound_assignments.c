#include <stdio.h>

static int position(int *counter)
{
    return (*counter)++;
}

int main(void)
{
    int i = 5, j, a[5] = { 10, 20, 30, 40, 50 }, *p = a, counter = 0;
    j = i++ + 10;
    printf("%d %d\n", i, j);
    j = --i * 2;
    printf("%d %d\n", i, j);
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", ++*p);
    printf("%d ", (*p)--);
    printf("%d\n", *p);
    a[position(&counter)] += 7;
    a[position(&counter)] <<= 1;
    a[position(&counter)] %= 7;
    printf("%d %d %d %d\n", a[0], a[1], a[2], counter);
    i = 17;
    i -= 4;
    i += i;
    printf("%d\n", i);
    i ^= 0xff;
    i |= 0x100;
    i &= ~3;
    i /= 3;
    i -= 2;
    i *= -2;
    printf("%d\n", i);
    int x, y, z;
    x = y = z = 3;
    x += y += z;
    printf("%d %d %d\n", x, y, z);
    signed char c = 127;
    c += 1;
    printf("%d\n", c);
    float f = 1.5f;
    f++;
    f *= 3;
    i = 7;
    i *= 1.5;
    printf("%g %d\n", f, i);
    return 0;
}
