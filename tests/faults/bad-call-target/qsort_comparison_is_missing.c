//@ seen-by: asan valgrind
#include <stdlib.h>

int main(void)
{
    int values[3] = { 3, 1, 2 };
    int (*volatile none)(const void *, const void *) = NULL;
    qsort(values, 3, sizeof *values, none); //~ error[bad-call-target]
    return values[0];
}
