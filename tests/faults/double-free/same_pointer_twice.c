//@ seen-by: asan valgrind
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p); //~ note "allocated here"
    free(p); //~ note "freed here"
    free(p); //~ error[double-free]
    return 0;
}
