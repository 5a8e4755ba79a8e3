#include <stdio.h>

static const char *type_of(int is_signed, size_t size)
{
    static char text[16];
    sprintf(text, "%c%zu", is_signed ? 's' : 'u', size * 8);
    return text;
}

#define SHOW(expression) \
    printf("%-24s %s\n", #expression, type_of((__typeof__(expression))-1 < 0, sizeof(expression)))

int main(void)
{
    int i = -1;
    unsigned u = 1;
    long l = -1;
    unsigned long ul = 1;
    long long ll = -1;
    unsigned long long ull = 1;
    short s = -1;

    SHOW(i + u);
    SHOW(i + l);
    SHOW(s + s);
    SHOW(ul + ll);
    SHOW(ull + i);
    SHOW(i ? ll : u);
    printf("%d %d %d\n", i < u, i > u, i == 0xffffffff);
    printf("%d %d\n", l < ul, ll < ull);
    printf("%d %d\n", s < u, s < (unsigned short)1);
    printf("%d\n", ll < u);
    printf("%u %llu\n", i + u + 5, ull + i);
    printf("%d\n", (i + 0ull) == (unsigned long long)-1);
    return 0;
}
