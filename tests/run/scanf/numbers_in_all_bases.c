#include <stdio.h>

int main(void)
{
    int a, b, c, n;
    unsigned u, x, o;
    long l;
    long long ll;
    short s;
    signed char hh;
    n = sscanf("12 -34 +56", "%d%d%d", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("4294967295 ff 0x1A 777", "%u %x %x %o", &u, &x, (unsigned *)&a, &o);
    printf("%d: %u %u %d %u\n", n, u, x, a, o);
    n = sscanf("0x10 010 10", "%i%i%i", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("-5 9000000000 -32768 -128", "%ld %lld %hd %hhd", &l, &ll, &s, &hh);
    printf("%d: %ld %lld %d %d\n", n, l, ll, s, hh);
    n = sscanf("123456", "%2d%3d%d", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("7,8;9", "%d,%d;%d", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("1 2 3", "%d %*d %d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    a = b = 99;
    n = sscanf("5 x", "%d %d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    n = sscanf("", "%d", &a);
    printf("%d %d\n", n, n == EOF);
    n = sscanf("abc", "%d", &a);
    printf("%d\n", n);
    n = sscanf("10% 20", "%d%% %d%n", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    return 0;
}
