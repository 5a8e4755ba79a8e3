#include <stdio.h>

static int depth(int n, int *log, int *count)
{
    return log[(*count)++] = n, n ? depth(n - 1, log, count) + 1 : 0;
}

int main(void)
{
    int log[8], count = 0;
    int d = depth(4, log, &count);
    printf("%d:", d);
    for (int i = 0; i < count; i++)
        printf(" %d", log[i]);
    printf("\n");
    int a, b, c;
    a = (b = 2, c = b * 3, c + 1);
    printf("%d %d %d\n", a, b, c);
    for (int i = 0, j = 10; i < j; i += 3, j--)
        printf("%d,%d ", i, j);
    printf("\n");
    int array[3], *p = array;
    *p++ = 1, *p++ = 2, *p = 3;
    printf("%d%d%d\n", array[0], array[1], array[2]);
    if ((a = b) != 2)
        printf("unexpected\n");
    char narrow;
    int wide = (narrow = 300) + 1;
    printf("%d %d\n", wide, narrow);
    unsigned char u;
    int result = (u = -1) == -1;
    printf("%d\n", result);
    while ((a = a * 2 + 1, a < 50))
        ;
    return a;
}
