#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned u = UINT_MAX;
    unsigned char c = 255;
    unsigned short s = 65535;
    unsigned long long w = ULLONG_MAX;

    printf("%u %u\n", u + 1, u * u);
    printf("%u\n", 0u - 5);
    c++;
    s += 2;
    printf("%d %d\n", c, s);
    c -= 3;
    s *= 40000u;
    printf("%d %d\n", c, s);
    printf("%llu %llu\n", w + 2, w * 3);
    printf("%u\n", 65535u * 65537u);
    printf("%u %u\n", -u, ~u);
    unsigned hash = 2166136261u;
    for (const char *p = "wrap around"; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    printf("%08x\n", hash);
    return 0;
}
