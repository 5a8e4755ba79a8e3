#include <stdio.h>
#include <stdlib.h>

static void real(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    printf("%s -> %g rest \"%s\"\n", text, value, end);
}

int main(void)
{
    printf("%d %d %d %d %d\n", atoi("42"), atoi("  -7x"), atoi("x"), atoi("0012"), atoi("+5+5"));
    printf("%ld %lld\n", atol("123456789"), atoll("-1234567890123"));
    printf("%g %g\n", atof("2.5"), atof("-1e3x"));
    real("3.14159abc");
    real("1e10");
    real("1e");
    real("  .5.5");
    real("-0x1.8p3");
    real("inf");
    real("-INFINITY and more");
    real("nothing");
    real("1e400");
    real("123456789012345678");
    real("0.1e-5");
    real("5.");
    printf("%.9g %.17g\n", strtof("0.1", NULL), strtod("0.1", NULL));
    printf("%d\n", strtod("nan", NULL) != strtod("nan", NULL));
    return 0;
}
