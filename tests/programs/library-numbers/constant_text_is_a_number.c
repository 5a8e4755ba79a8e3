//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

int main(void)
{
    int values[43] = { 0 };
    char *end;
    long index = strtol("42x", &end, 10);
    if (*end != 'x') {
        free(end);
    }
    return values[index] + values[atoi("7")];
}
