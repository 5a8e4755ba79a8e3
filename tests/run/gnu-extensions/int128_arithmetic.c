//@ data-model: LP64
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 v)
{
    char digits[40];
    int n = sizeof digits;
    digits[--n] = 0;
    do
        digits[--n] = '0' + (int)(v % 10);
    while (v /= 10);
    puts(digits + n);
}

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t m)
{
    return (u128)a * b % m;
}

int main(void)
{
    u128 big = ~(u128)0;
    show(big);
    show(big / 3);
    show((u128)UINT64_MAX * UINT64_MAX);
    show((u128)1 << 100);
    i128 negative = -((i128)1 << 90);
    printf("%lld %d\n", (long long)(negative >> 64), negative < 0);
    printf("%lld %lld\n", (long long)(negative / ((i128)1 << 80)), (long long)(negative % 1000));
    u128 factorial = 1;
    for (int i = 2; i <= 30; i++)
        factorial *= i;
    show(factorial);
    uint64_t power = 1;
    for (int i = 0; i < 100; i++)
        power = multiply_modulo(power, 3, 18446744073709551557ull);
    printf("%llu\n", (unsigned long long)power);
    printf("%.6e %.6e\n", (double)factorial, (double)negative);
    printf("%d %zu\n", (u128)1e30 > big / 1000000000, sizeof(i128));
    struct { char c; i128 v; } s = { 'x', -5 };
    printf("%lld %llx\n", (long long)s.v, (unsigned long long)((u128)s.v >> 64));
    return big > 0 && (i128)big == -1;
}
