#include <stdio.h>

int main(void)
{
    float f;
    double d, e;
    long double l;
    int n;
    n = sscanf("1.5 -2.25e2 .125", "%f %lf %lf", &f, &d, &e);
    printf("%d: %g %g %g\n", n, f, d, e);
    n = sscanf("0x1.8p1 1e-3", "%lf%lg", &d, &e);
    printf("%d: %g %g\n", n, d, e);
    n = sscanf("3.75", "%Lf", &l);
    printf("%d: %Lg\n", n, l);
    n = sscanf("1234.5678", "%4lf%lf", &d, &e);
    printf("%d: %g %g\n", n, d, e);
    n = sscanf("inf", "%lf", &d);
    printf("%d: %g\n", n, d);
    n = sscanf("x1.0", "%lf", &d);
    printf("%d\n", n);
    n = sscanf("5kg", "%lf%*[a-z]", &d);
    printf("%d: %g\n", n, d);
    n = sscanf("10", "%e", &f);
    printf("%d: %g\n", n, f);
    return 0;
}
