#include <math.h>
#include <stdio.h>

int main(void)
{
    double values[] = { 0.0, 1.0, 100000.0, 1000000.0, 1234567.0, 0.0001, 0.00001, 123.456, -1.5e-7, 1e300, 0.1, 99999.95 };
    for (int i = 0; i < 12; i++) {
        double v = values[i];
        printf("[%g] [%.3g] [%.10g] [%#g] [%G] [%12g] [%-12g] [%+g] [%.17g] [%.0g]\n", v, v, v, v, v, v, v, v, v, v);
    }
    printf("[%a] [%a] [%A] [%.2a] [%a] [%20a]\n", 1.0, 0.5, 255.0, 1.999, 0.0, -3.25);
    printf("%f %F %e %g %5.1f|%-6f|%06f\n", INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, INFINITY);
    printf("%f %G\n", fabs(NAN), fabs(NAN));
    printf("%g %g\n", 1e15, 1e16);
    printf("%.15g %.16g %.17g\n", 0.3, 0.3, 0.3);
    return 0;
}
