#include <stdint.h>
#include <stdio.h>

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

static int is_prime(uint32_t n)
{
    static const uint32_t witnesses[] = { 2, 3, 5, 7 };
    if (n < 2 || (n > 2 && n % 2 == 0))
        return n == 2;
    uint32_t odd = n - 1;
    int twos = __builtin_ctz(odd);
    odd >>= twos;
    for (int i = 0; i < 4; i++) {
        uint32_t w = witnesses[i];
        if (w % n == 0)
            continue;
        uint64_t x = power(w, odd, n);
        int composite = x != 1 && x != n - 1;
        for (int r = 1; composite && r < twos; r++)
            composite = (x = x * x % n) != n - 1;
        if (composite)
            return 0;
    }
    return 1;
}

static int64_t inverse(int64_t a, int64_t m)
{
    int64_t r0 = m, r1 = a, t0 = 0, t1 = 1;
    while (r1) {
        int64_t q = r0 / r1, t;
        t = r0 - q * r1;
        r0 = r1;
        r1 = t;
        t = t0 - q * t1;
        t0 = t1;
        t1 = t;
    }
    return t0 < 0 ? t0 + m : t0;
}

int main(void)
{
    int count = 0;
    for (uint32_t n = 0; n < 1000; n++)
        count += is_prime(n);
    printf("%d\n", count);
    uint32_t candidates[] = { 2147483647u, 2147483649u, 4294967291u, 561, 1000003, 3215031751u % 4294967295u };
    for (int i = 0; i < 6; i++)
        printf("%u %d\n", candidates[i], is_prime(candidates[i]));
    printf("%lld %llu\n", (long long)inverse(17, 3120), (unsigned long long)power(65, 17, 3233));
    return (int)power(power(65, 17, 3233), inverse(17, 3120), 3233);
}
