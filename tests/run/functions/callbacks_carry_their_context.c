#include <stdio.h>

typedef void visitor(void *context, int value);

static void each(const int *values, int count, visitor *visit, void *context)
{
    for (int i = 0; i < count; i++)
        visit(context, values[i]);
}

struct statistics { int count, sum, lowest, highest; };

static void collect(void *context, int value)
{
    struct statistics *s = context;
    if (s->count++ == 0)
        s->lowest = s->highest = value;
    s->sum += value;
    s->lowest = value < s->lowest ? value : s->lowest;
    s->highest = value > s->highest ? value : s->highest;
}

static void print(void *context, int value)
{
    const char **separator = context;
    printf("%s%d", *separator, value);
    *separator = ", ";
}

struct chain { visitor *inner; void *context; int factor; };

static void scaled(void *context, int value)
{
    struct chain *c = context;
    c->inner(c->context, value * c->factor);
}

int main(void)
{
    int values[] = { 5, -3, 12, 8 };
    struct statistics s = { 0 };
    each(values, 4, collect, &s);
    printf("%d %d %d %d\n", s.count, s.sum, s.lowest, s.highest);
    const char *separator = "[";
    struct chain ten = { print, &separator, 10 }, minus = { scaled, &ten, -1 };
    each(values, 4, scaled, &minus);
    printf("]\n");
    return 0;
}
