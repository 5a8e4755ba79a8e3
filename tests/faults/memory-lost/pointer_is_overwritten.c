//@ seen-by: valgrind-leak
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p); //~ note "allocated here"
    p = malloc(2 * sizeof *p); //~ error[memory-lost]
    free(p);
    return 0;
}
