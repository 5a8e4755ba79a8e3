#include <stdio.h>

static unsigned long sum(unsigned n)
{
    volatile unsigned local = n;
    return n == 0 ? 0 : local + sum(n - 1);
}

static int descend(int depth, const int *outer)
{
    int mine = *outer + 1;
    return depth == 0 ? mine : descend(depth - 1, &mine);
}

int main(void)
{
    int zero = 0;
    printf("%lu\n", sum(20000));
    printf("%d\n", descend(5000, &zero));
    return 0;
}
