#include <stdio.h>
#include <stdlib.h>

static void never(void)
{
    printf("handlers are not called\n");
}

int main(void)
{
    atexit(never);
    printf("before\n");
    fflush(stdout);
    if (getenv("BESOM_TEST_VARIABLE_THAT_IS_NOT_SET") == NULL)
        abort();
    printf("after\n");
    return 0;
}
