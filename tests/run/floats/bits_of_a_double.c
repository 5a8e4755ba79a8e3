#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static void show(double d)
{
    uint64_t bits = bits_of(d);
    printf("%016llx sign %d exponent %d fraction %013llx\n", (unsigned long long)bits, (int)(bits >> 63),
           (int)(bits >> 52 & 0x7ff) - 1023, (unsigned long long)(bits & 0xfffffffffffffull));
}

static float fast_inverse_root(float number)
{
    union { float f; uint32_t i; } u = { number };
    u.i = 0x5f3759df - (u.i >> 1);
    u.f = u.f * (1.5f - number * 0.5f * u.f * u.f);
    return u.f;
}

static double next_up(double d)
{
    uint64_t bits = bits_of(d) + 1;
    memcpy(&d, &bits, sizeof d);
    return d;
}

int main(void)
{
    double values[] = { 0.0, -0.0, 1.0, -2.0, 0.1, 1e-310, 1.7976931348623157e308 };
    for (int i = 0; i < 7; i++)
        show(values[i]);
    float f = -0.15625f;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    printf("%08x\n", u);
    printf("%.4f %.4f\n", fast_inverse_root(4), fast_inverse_root(0.25f));
    printf("%.17g\n", next_up(1.0));
    return 0;
}
