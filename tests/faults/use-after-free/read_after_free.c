//@ seen-by: asan valgrind
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p); //~ note "allocated here"
    if (!p)
        return 1;
    *p = 5;
    free(p); //~ note "freed here"
    printf("%d\n", *p); //~ error[use-after-free]
    return 0;
}
