//@ seen-by: valgrind
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *values = malloc(4 * sizeof *values);
    if (!values)
        return 1;
    values[0] = values[1] = values[3] = 1;
    for (int i = 0; i < 4; i++)
        printf("%d\n", values[i]); //~ error[uninitialised-use]
    free(values);
    return 0;
}
