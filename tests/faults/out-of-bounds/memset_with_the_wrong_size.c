//@ seen-by: asan valgrind
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int n = 10;
    short *values = malloc(n * sizeof *values); //~ note "allocated here"
    if (!values)
        return 1;
    memset(values, 0, n * sizeof(int)); //~ error[out-of-bounds]
    int result = values[0];
    free(values);
    return result;
}
