//@ seen-by: asan valgrind
#include <stdlib.h>

int main(void)
{
    char *p = malloc(10); //~ note "allocated here"
    free(p); //~ note "freed here"
    p = realloc(p, 20); //~ error[double-free]
    free(p);
    return 0;
}
