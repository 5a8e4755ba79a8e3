#include <stdint.h>
#include <stdio.h>

int main(void)
{
    double values[] = { 0.0, 0.9, -0.9, 1.5, -1.5, 2.5, 1e9, -1e9, 2147483647.9, -2147483648.0 };
    for (int i = 0; i < 10; i++)
        printf("%d %lld %g\n", (int)values[i], (long long)values[i], (double)(float)values[i]);
    printf("%u %u\n", (unsigned)4294967295.0, (unsigned)3e9f);
    printf("%llu %llu\n", (unsigned long long)1.8e19, (unsigned long long)9223372036854775808.0);
    printf("%d %d %d\n", (signed char)-128.5, (unsigned char)255.9, (short)-32768.9);
    long long big[] = { 9007199254740993LL, -9007199254740993LL, INT64_MAX, INT64_MIN, 16777217 };
    for (int i = 0; i < 5; i++)
        printf("%.1f %.1f\n", (double)big[i], (double)(float)big[i]);
    unsigned long long u = UINT64_MAX;
    printf("%.1f %.1f %.1f\n", (double)u, (double)(float)u, (double)4294967295u);
    printf("%.1f\n", (double)(float)4294967295u);
    int n = 7;
    n = n / 2.0;
    printf("%d\n", n);
    float f = 16777217;
    printf("%.1f %d\n", f, (_Bool)0.1);
    return 0;
}
