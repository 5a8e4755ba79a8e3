#include <stdio.h>

static int counter(void)
{
    static int count = 10;
    return count++;
}

static const char *remember(int value)
{
    static char texts[3][8];
    static int next;
    char *text = texts[next++ % 3];
    sprintf(text, "<%d>", value);
    return text;
}

static int *cell(void)
{
    static int value;
    return &value;
}

static int recursive(int n)
{
    static int depth, deepest;
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (n > 0)
        recursive(n - 1);
    depth--;
    return deepest;
}

int main(void)
{
    printf("%d ", counter());
    printf("%d ", counter());
    printf("%d\n", counter());
    const char *a = remember(1), *b = remember(22), *c = remember(333);
    printf("%s %s %s\n", a, b, c);
    remember(4444);
    printf("%s %s\n", a, b);
    *cell() += 5;
    *cell() *= 3;
    printf("%d\n", *cell());
    printf("%d", recursive(4));
    printf(" %d", recursive(2));
    printf(" %d\n", recursive(7));
    for (int i = 0; i < 3; i++) {
        static int total = 1;
        int fresh = 1;
        total += fresh++;
        printf("%d %d\n", total, fresh);
    }
    return 0;
}
