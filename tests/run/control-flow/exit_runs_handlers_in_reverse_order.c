#include <stdio.h>
#include <stdlib.h>

static int stage;

static void first(void)
{
    printf("first handler, stage %d\n", stage);
}

static void second(void)
{
    printf("second handler\n");
    stage = 2;
}

static void deep(int n)
{
    if (n == 0) {
        printf("leaving\n");
        exit(42);
    }
    deep(n - 1);
    printf("not reached\n");
}

int main(void)
{
    atexit(first);
    atexit(second);
    atexit(second);
    stage = 1;
    deep(5);
    return 0;
}
