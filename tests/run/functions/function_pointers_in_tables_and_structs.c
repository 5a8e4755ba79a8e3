#include <stdio.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

typedef int operation(int, int);

static const struct { const char *name; operation *apply; } table[] = {
    { "add", add }, { "subtract", &subtract }, { "multiply", *multiply },
};

static operation *find(const char *name)
{
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].apply;
    return NULL;
}

static int (*select(int which))(int, int)
{
    int (*const functions[2])(int, int) = { add, multiply };
    return functions[which & 1];
}

struct shape {
    double (*area)(const struct shape *);
    double a, b;
};

static double rectangle(const struct shape *s) { return s->a * s->b; }
static double triangle(const struct shape *s) { return s->a * s->b / 2; }

static int fold(const int *values, int count, int start, operation *f)
{
    for (int i = 0; i < count; i++)
        start = (**f)(start, values[i]);
    return start;
}

int main(void)
{
    const char *names[] = { "multiply", "add", "subtract", "divide" };
    for (int i = 0; i < 4; i++) {
        operation *f = find(names[i]);
        if (f)
            printf("%s %d\n", names[i], f(12, 5));
        else
            printf("%s is unknown\n", names[i]);
    }
    printf("%d %d\n", select(0)(3, 4), (*select(1))(3, 4));
    struct shape shapes[] = { { rectangle, 3, 4 }, { triangle, 3, 4 } };
    for (int i = 0; i < 2; i++)
        printf("%g\n", shapes[i].area(&shapes[i]));
    int values[] = { 1, 2, 3, 4, 5 };
    printf("%d %d\n", fold(values, 5, 0, add), fold(values, 5, 1, multiply));
    printf("%d %d\n", find("add") == add, table[0].apply != table[1].apply);
    return 0;
}
