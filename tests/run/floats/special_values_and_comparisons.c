#include <math.h>
#include <stdio.h>

static void compare(double a, double b)
{
    printf("%g %g: %d%d%d%d%d%d\n", a, b, a < b, a <= b, a > b, a >= b, a == b, a != b);
}

int main(void)
{
    volatile double zero = 0.0;
    double inf = 1 / zero, nan = zero / zero;
    compare(1, inf);
    compare(-inf, inf);
    compare(inf, inf);
    compare(0.0, -0.0);
    printf("%d%d%d%d\n", nan < 1, nan == nan, nan != nan, !(nan >= 1));
    printf("%d %d %d\n", isnan(nan) != 0, isinf(inf) != 0, isfinite(1.0) != 0);
    printf("%d %d\n", signbit(-0.0) != 0, signbit(0.0) != 0);
    printf("%g %g\n", 1 / -zero, inf + 1);
    printf("%d\n", isnan(inf - inf) != 0);
    printf("%d %d %d\n", nan ? 1 : 0, -0.0 ? 1 : 0, 0.5 && 1);
    printf("%g %g\n", 1e308 * 10, -1e308 * 10);
    printf("%g\n", 5e-324 / 2);
    printf("%d %d\n", fpclassify(0.0) == FP_ZERO, fpclassify(1e-310) == FP_SUBNORMAL);
    printf("%d\n", isunordered(nan, 1.0) != 0);
    if (!(nan > 0) && !(nan <= 0))
        printf("unordered\n");
    return 0;
}
