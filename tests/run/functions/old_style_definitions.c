#include <stdio.h>

int largest();
static double scale(value, factor)
    double value;
    float factor;
{
    return value * factor;
}

int sum(a, b, c)
    char a;
    short b;
    int c;
{
    return a + b + c;
}

static char *skip(text, n)
    register char *text;
    unsigned n;
{
    while (n-- && *text)
        text++;
    return text;
}

static int apply(function, argument)
    int (*function)();
    int argument;
{
    return function(argument, 3, 2);
}

int largest(a, b, c)
    int a, b, c;
{
    int m = a > b ? a : b;
    return m > c ? m : c;
}

int main(argc, argv)
    int argc;
    char **argv;
{
    printf("%d\n", largest(3, 9, 4));
    printf("%g\n", scale(2.5, 4.0f));
    printf("%d\n", sum('a', 1000, -7));
    printf("%s\n", skip("abcdef", 2u));
    printf("%d\n", apply(largest, 1));
    printf("%d %d\n", argc, argv[argc] == 0);
    return 0;
}
