#include <stdio.h>

#define KIND(x) _Generic((x), char: "char", signed char: "signed char", int: "int", unsigned: "unsigned", \
    float: "float", double: "double", long double: "long double", char *: "char *", const char *: "const char *", \
    int *: "int *", void *: "void *", struct tag: "struct", default: "other")

struct tag { int x; };

static int from_int(int n) { return n * 2; }
static double from_double(double d) { return d / 2; }

#define APPLY(x) _Generic((x), int: from_int, double: from_double)(x)

int main(void)
{
    char c = 0;
    int i = 0, a[3];
    float f = 0;
    struct tag t = { 4 };
    printf("%s %s %s %s\n", KIND(c), KIND('a'), KIND(i), KIND(f + 1));
    printf("%s %s %s %s\n", KIND(f * 1.0), KIND("text"), KIND((const char *)"x"), KIND(a));
    printf("%s %s %s %s\n", KIND(&i), KIND((void *)0), KIND(t), KIND(&t));
    printf("%s %s %s\n", KIND(c + c), KIND(1u + i), KIND(1.0L));
    printf("%d %g\n", APPLY(21), APPLY(21.0));
    printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, 1, "never"));
    printf("%d %d\n", __builtin_types_compatible_p(int, int), __builtin_types_compatible_p(int, unsigned));
    printf("%d\n", __builtin_types_compatible_p(__typeof__(a), int[]));
    printf("%d %d\n", __builtin_constant_p(5), _Generic(0, int: 1, default: 2));
    _Static_assert(sizeof(struct tag) == sizeof(int), "layout");
    return 0;
}
