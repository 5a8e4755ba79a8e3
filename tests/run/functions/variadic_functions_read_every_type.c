#include <stdarg.h>
#include <stdio.h>

struct pair { int a; double b; };
struct big { long values[6]; };

static void show(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    for (; *format; format++)
        switch (*format) {
        case 'c': printf("char %c\n", va_arg(list, int)); break;
        case 'i': printf("int %d\n", va_arg(list, int)); break;
        case 'u': printf("unsigned %u\n", va_arg(list, unsigned)); break;
        case 'l': printf("long %ld\n", va_arg(list, long)); break;
        case 'L': printf("long long %lld\n", va_arg(list, long long)); break;
        case 'd': printf("double %g\n", va_arg(list, double)); break;
        case 's': printf("string %s\n", va_arg(list, char *)); break;
        case 'p': {
            struct pair p = va_arg(list, struct pair);
            printf("pair %d %g\n", p.a, p.b);
            break;
        }
        case 'b': {
            struct big b = va_arg(list, struct big);
            printf("big %ld %ld\n", b.values[0], b.values[5]);
            break;
        }
        case 'f': printf("function %d\n", va_arg(list, int (*)(int))('x')); break;
        }
    va_end(list);
}

static int twice(int n)
{
    return 2 * n;
}

int main(void)
{
    short s = -3;
    float f = 1.25f;
    show("ciuldsLp", 'z', s, 4000000000u, -5L, f, "text", 1LL << 40, (struct pair){ 7, 0.5 });
    show("bfi", (struct big){ { 1, 2, 3, 4, 5, 6 } }, twice, 8);
    show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    show("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
    show("");
    return 0;
}
