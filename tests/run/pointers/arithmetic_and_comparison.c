#include <stddef.h>
#include <stdio.h>

int main(void)
{
    int a[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }, *p = a + 2, *end = a + 8;
    printf("%d %d %d %d\n", *p, p[3], *(p - 1), p[-2]);
    printf("%td %td %d %d\n", end - p, p - end, p < end, a + 8 == end);
    p += 3;
    p--;
    printf("%d %d\n", *p, 2[a]);
    ptrdiff_t distance = (char *)end - (char *)a;
    printf("%td %zu\n", distance, sizeof a);
    int sum = 0;
    for (int *q = end; q != a;)
        sum = sum * 3 + *--q;
    printf("%d\n", sum);
    int (*row)[4] = (int (*)[4])a;
    printf("%d %d %td\n", row[1][2], (*row)[3], (row + 2) - row);
    struct { char tag; int value; } s[3] = { { 'a', 1 }, { 'b', 2 }, { 'c', 3 } }, *r = &s[1];
    printf("%c %d\n", r->tag, (r + 1)->value);
    printf("%c\n", (--r)->tag);
    char text[] = "pointer", *c = text;
    while (*c)
        c++;
    printf("%td\n", c - text);
    unsigned index = 1;
    long negative = -1;
    p = a + 4;
    printf("%d %d %d\n", p[negative], p[index], *(p + negative * 3));
    int *null = NULL;
    printf("%d %d %d\n", null == 0, !null, p != NULL);
    int **pp = &p, ***ppp = &pp;
    ***ppp = 99;
    (**ppp)++;
    printf("%d %d\n", a[4], *p);
    return 0;
}
