#include <stdbool.h>
#include <stdio.h>

static bool is_odd(int n)
{
    return n & 1;
}

int main(void)
{
    bool a = 256, b = 0.25, c = (void *)0, d = "x", e = -1;
    printf("%d %d %d %d %d\n", a, b, c, d, e);
    a++;
    printf("%d\n", a);
    a--;
    printf("%d\n", a);
    a += 5;
    a *= 2;
    printf("%d %d\n", a, a + a);
    printf("%d %d\n", is_odd(6), is_odd(7));
    b = !b;
    b |= 4;
    b ^= 1;
    printf("%d %zu\n", b, sizeof(bool));
    struct { bool flag : 1; bool other; } s = { 2, 3 };
    printf("%d %d\n", s.flag, s.other);
    int count = 0;
    for (int i = -3; i < 4; i++)
        count += (bool)i;
    printf("%d\n", count);
    return 0;
}
