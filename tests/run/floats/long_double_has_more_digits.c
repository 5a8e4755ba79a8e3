#include <float.h>
#include <stdio.h>

static long double factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

int main(void)
{
    volatile long double one = 1, three = 3;
    long double third = one / three;
    printf("%.20Lg\n", third);
    printf("%.19Lf %.10Le\n", third, third);
    printf("%d\n", third == (long double)(1.0 / 3.0));
    printf("%.0Lf %.0Lf\n", factorial(20), factorial(25));
    long double small = 1;
    int bits = 0;
    while (one + small != one) {
        small /= 2;
        bits++;
    }
    printf("%d %d\n", bits, LDBL_MANT_DIG);
    unsigned long long whole = (unsigned long long)18446744073709551615.0L;
    printf("%llu\n", whole);
    long double exact = 9007199254740993LL;
    printf("%.1Lf %.1f %lld\n", exact, (double)exact, (long long)exact);
    printf("%d %d\n", exact > 9007199254740992.0, exact < 9007199254740992.0);
    printf("%.15g %d\n", (double)(third * three), (int)(third * 100));
    float f = third;
    printf("%.9g\n", f);
    printf("%Lg %Lg\n", 0.1L + 0.2L, -third);
    printf("%d\n", (long double)1e308 * 10 > 1e308L);
    return 0;
}
