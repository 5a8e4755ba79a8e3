#include <math.h>
#include <stdio.h>

int main(void)
{
    double values[] = { 0.0, 0.4, 0.5, 0.6, 1.5, 2.5, -0.4, -0.5, -1.5, -2.7, 1e15 + 0.5, 4503599627370497.5 };
    for (int i = 0; i < 12; i++) {
        double v = values[i];
        printf("%g: %g %g %g %g %ld %g\n", v, floor(v), ceil(v), trunc(v), round(v), (long)fabs(fmod(v, 100)), rint(v));
    }
    printf("%ld %ld %lld\n", lround(2.5), lround(-2.5), llround(1e12));
    double whole, part = modf(-3.75, &whole);
    printf("%g %g\n", part, whole);
    int exponent;
    double mantissa = frexp(48.0, &exponent);
    printf("%g %d %g\n", mantissa, exponent, ldexp(0.75, 6));
    printf("%g %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), fmod(1e20, 3));
    printf("%g %g\n", fmin(1, -2), fmax(1, -2));
    printf("%g %g\n", copysign(3, -0.0), fabs(-7.5));
    printf("%g %g %g\n", (double)floorf(-0.5f), (double)fabsf(-2.5f), (double)ceilf(1.25f));
    return 0;
}
