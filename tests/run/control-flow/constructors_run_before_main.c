#include <stdio.h>

static int order;

__attribute__((constructor)) static void prepare(void)
{
    order = order * 10 + 1;
    printf("constructor\n");
}

__attribute__((destructor)) static void finish(void)
{
    printf("destructor %d\n", order);
}

int main(void)
{
    order = order * 10 + 2;
    printf("main %d\n", order);
    return 3;
}
