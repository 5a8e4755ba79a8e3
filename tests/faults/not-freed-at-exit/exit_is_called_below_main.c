//@ options: --stop-on not-freed-at-exit
#include <stdlib.h>

static void work(void)
{
    int *scratch = malloc(40); //~ note "allocated here"
    if (!scratch)
        return;
    scratch[0] = 1;
    if (scratch[0])
        exit(0); //~ error[not-freed-at-exit]
    free(scratch);
}

int main(void)
{
    work();
    return 0;
}
