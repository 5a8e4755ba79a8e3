//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

int main(void)
{
    char *buffer = malloc(16);
    for (int i = 0; i <= 16; i++)
        buffer[i] = 0; //~ error[out-of-bounds]
    free(buffer);
    return 0;
}
