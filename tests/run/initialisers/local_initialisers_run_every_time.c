#include <stdio.h>

static int calls;

static int next(void)
{
    return ++calls;
}

struct pair { int a, b; };

static struct pair make(int n)
{
    struct pair p = { n, n * n };
    return p;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int a = next(), list[3] = { a, a * 10 }, b = list[1] + i;
        struct pair p = make(i), q = p, r = { .b = q.b + next() };
        struct { struct pair inner[2]; int n; } nested = { { p, { 5, i } }, next() };
        printf("%d %d %d | %d %d %d | %d %d %d\n", a, list[2], b, p.b, r.a, r.b, nested.inner[0].b, nested.inner[1].b, nested.n);
        list[2] = r.a = 99;
    }
    int n = 4;
    while (n--) {
        int fresh = n;
        if (fresh & 1)
            continue;
        int doubled = fresh *= 2;
        printf("%d %d\n", fresh, doubled);
    }
    int x = 10;
    {
        int y = x, x = y + 1;
        printf("%d %d\n", x, y);
    }
    char text[] = "copy", *pointer = text;
    *pointer = 'C';
    printf("%s %d\n", text, calls);
    return 0;
}
