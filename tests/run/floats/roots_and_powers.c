#include <math.h>
#include <stdio.h>

static double newton(double x)
{
    double guess = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++)
        guess = (guess + x / guess) / 2;
    return guess;
}

static double power(double base, int exponent)
{
    double result = 1;
    for (unsigned n = exponent < 0 ? -exponent : exponent; n; n >>= 1) {
        if (n & 1)
            result *= base;
        base *= base;
    }
    return exponent < 0 ? 1 / result : result;
}

int main(void)
{
    for (int i = 0; i <= 20; i += 4)
        printf("%d: %.15g %.15g\n", i, sqrt(i), i ? newton(i) : 0);
    printf("%.15g %.15g %.15g\n", power(2, 10), power(1.5, 7), power(2, -3));
    printf("%g %g %g\n", pow(2, 10), pow(9, 0.5), pow(-2, 3));
    printf("%g %g\n", cbrt(27), hypot(3, 4));
    printf("%.6f %.6f %.6f\n", sin(1), cos(1), tan(1));
    printf("%.6f %.6f %.6f\n", exp(1), log(10), log10(1000));
    printf("%.6f %.6f %.6f\n", atan(1) * 4, atan2(-1, -1), asin(1));
    printf("%.6f %.6f\n", log2(8), exp2(3.5));
    printf("%.9g\n", (double)sqrtf(2));
    return 0;
}
