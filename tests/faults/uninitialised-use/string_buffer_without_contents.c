//@ seen-by: valgrind
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *buffer = malloc(16);
    if (!buffer)
        return 1;
    buffer[15] = 0;
    size_t n = strlen(buffer); //~ error[uninitialised-use]
    printf("%zu\n", n);
    free(buffer);
    return 0;
}
