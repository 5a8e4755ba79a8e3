//@ seen-by: asan valgrind
#include <stdio.h>

static const int limits[2] = { 10, 20 };

static void raise_limit(int *limit)
{
    *limit += 5; //~ error[write-to-constant]
}

int main(void)
{
    raise_limit((int *)&limits[1]);
    printf("%d\n", limits[1]);
    return 0;
}
