#include <float.h>
#include <stdio.h>

int main(void)
{
    volatile float a = 0.1f, b = 0.2f, big = 16777216.0f;
    volatile double x = 0.1, y = 0.2;
    float fs = a + b;
    printf("%.9g %.17g\n", fs, x + y);
    printf("%d %d\n", fs == 0.3f, x + y == 0.3);
    float next = big + 1;
    printf("%.1f\n", next);
    double sum = 0;
    for (int i = 0; i < 10; i++)
        sum += x;
    printf("%.17g %d\n", sum, sum == 1.0);
    printf("%.17g %.17g\n", 1.0 / 3.0, (double)(1.0f / 3.0f));
    float product = a * b, quotient = a / 3;
    printf("%.9g %.9g\n", product, quotient);
    printf("%g %g %g\n", FLT_MAX, DBL_MIN, DBL_EPSILON);
    double d = 1;
    int bits = 0;
    while (1 + d != 1) {
        d /= 2;
        bits++;
    }
    printf("%d\n", bits);
    printf("%g %g\n", -x, +y);
    printf("%d %d %d\n", x < y, x > y, x <= x);
    return 0;
}
