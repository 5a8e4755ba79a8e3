#include <stdio.h>

int main(void)
{
    double values[] = { 0.0, -0.0, 1.0, -2.5, 0.1, 123456.789, 1e-5, 9.9999, 1e20, 2.0 / 3, 0.5, 1.5, 2.5, 1e100, 5e-324 };
    for (int i = 0; i < 15; i++) {
        double v = values[i];
        printf("[%f] [%.0f] [%.2f] [%10.3f] [%-12.1f] [%+.1f] [% .1f] [%012.3f] [%#.0f]\n", v, v, v, v, v, v, v, v, v);
        printf("[%e] [%.0e] [%.3E] [%15.2e] [%-15.4e] [%#.0e]\n", v, v, v, v, v, v);
    }
    printf("%.20f\n", 0.1);
    printf("%.1f %.1f %.1f %.1f\n", 0.25, 0.75, 0.35, 0.05);
    printf("%.10e\n", 1.0 / 3);
    printf("%*.*f\n", 12, 4, 3.14159265);
    return 0;
}
