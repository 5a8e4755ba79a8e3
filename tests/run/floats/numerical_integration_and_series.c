#include <stdio.h>

static double square(double x) { return x * x; }
static double reciprocal(double x) { return 1 / x; }

static double simpson(double (*f)(double), double from, double to, int steps)
{
    double h = (to - from) / steps, sum = f(from) + f(to);
    for (int i = 1; i < steps; i++)
        sum += f(from + i * h) * (i % 2 ? 4 : 2);
    return sum * h / 3;
}

static double exponential(double x)
{
    double term = 1, sum = 1;
    for (int n = 1; n < 30; n++) {
        term *= x / n;
        sum += term;
    }
    return sum;
}

static double bisect(double low, double high)
{
    while (high - low > 1e-12) {
        double middle = low + (high - low) / 2;
        if (middle * middle * middle < 2)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int main(void)
{
    printf("%.12f\n", simpson(square, 0, 3, 10));
    printf("%.10f\n", simpson(reciprocal, 1, 2, 100));
    printf("%.12f %.12f\n", exponential(1), exponential(-2));
    printf("%.10f\n", bisect(0, 2));
    double pi = 0;
    for (int k = 0; k < 5000; k++)
        pi += (k % 2 ? -4.0 : 4.0) / (2 * k + 1);
    printf("%.10f\n", pi);
    float single = 0;
    for (int i = 1; i <= 1000; i++)
        single += 1.0f / i;
    printf("%.6f\n", single);
    return 0;
}
