#include <stdio.h>

static int calls;

static int count(void)
{
    return calls++;
}

static const char *or_default(const char *text)
{
    return text ?: "default";
}

int main(void)
{
    printf("%s %s\n", or_default("given"), or_default(NULL));
    int first = count() ?: 100, second = count() ?: 100;
    printf("%d %d %d\n", first, second, calls);
    int a[4] = { 1, 2, 3, 4 };
    void *p = a;
    p += sizeof(int) * 2;
    printf("%d %td\n", *(int *)p, p - (void *)a);
    printf("%zu %zu\n", sizeof(void), sizeof(main) == 1 ? sizeof(char) : 0);
    struct empty { } e1, e2;
    printf("%zu\n", sizeof(struct empty));
    (void)e1;
    (void)e2;
    int binary = 0b101010;
    printf("%d\n", binary);
    struct old { int x, y; } s = { y: 2, x: 1 };
    printf("%d %d\n", s.x, s.y);
    union number { int i; float f; };
    union number u = (union number)3.5f;
    printf("%g\n", u.f);
    enum { BIG = 1LL << 35 };
    printf("%lld\n", (long long)BIG);
    int zero_length[0];
    printf("%zu\n", sizeof zero_length);
    return 0;
}
