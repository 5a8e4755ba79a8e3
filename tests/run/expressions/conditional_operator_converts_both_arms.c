#include <stdio.h>

int main(void)
{
    int one = 1, zero = 0;
    printf("%d\n", (one ? -1 : 1u) > 0);
    printf("%g\n", one ? 3 : 2.5);
    printf("%zu %zu\n", sizeof(one ? 'a' : 1LL), sizeof(zero ? (char)1 : (short)2));
    const char *text = zero ? "yes" : "no";
    printf("%s\n", text);
    int a = 1, b = 2, *chosen = one ? &b : &a;
    *(zero ? &b : &a) = 10;
    printf("%d %d %d\n", a, b, *chosen);
    struct pair { int x, y; } p = { 1, 2 }, q = { 3, 4 };
    printf("%d\n", (zero ? p : q).y);
    void *nothing = one ? 0 : (void *)&a;
    printf("%d\n", nothing == 0);
    for (int i = -2; i <= 2; i++)
        printf("%s ", i < 0 ? "negative" : i > 0 ? "positive" : "zero");
    printf("\n");
    one ? (void)printf("left\n") : (void)printf("right\n");
    return 0;
}
