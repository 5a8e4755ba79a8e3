#include <stdio.h>

struct fields {
    unsigned a : 1;
    unsigned b : 3;
    signed c : 3;
    signed d : 1;
    unsigned e : 10;
    unsigned long long f : 40;
    long long g : 33;
};

int main(void)
{
    struct fields s = { 0 };
    for (int i = -5; i <= 9; i++) {
        s.a = i;
        s.b = i;
        s.c = i;
        s.d = i;
        s.e = i * 100;
        printf("%d: %u %u %d %d %u\n", i, s.a, s.b, s.c, s.d, s.e);
    }
    s.f = 0xfedcba9876543210ull;
    s.g = 1LL << 32;
    printf("%llx %lld\n", (unsigned long long)s.f, (long long)s.g);
    s.f++;
    s.g += 3;
    s.b += 6;
    s.e <<= 3;
    printf("%llx %lld %u %u\n", (unsigned long long)s.f, (long long)s.g, s.b, s.e);
    int assigned = s.b = 13;
    printf("%d %u\n", assigned, s.b);
    printf("%d %d\n", s.b - 6 < 0, s.a - 2 < 0);
    unsigned before = s.b++;
    printf("%u %u\n", before, s.b);
    return 0;
}
