//@ seen-by: asan valgrind
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = strdup("temporary"); //~ note "allocated here"
    if (!name)
        return 1;
    free(name); //~ note "freed here"
    printf("%s\n", name); //~ error[use-after-free]
    return 0;
}
