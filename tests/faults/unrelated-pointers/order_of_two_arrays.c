//@ options: --stop-on unrelated-pointers
#include <stdio.h>

int main(void)
{
    int a[4] = { 0 }, b[4] = { 0 };
    int *p = &a[1], *q = &b[2];
    printf("%d\n", p == q);
    if (p < q) //~ error[unrelated-pointers]
        puts("a comes first");
    return 0;
}
