//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

int main(void)
{
    char from[4] = "abc";
    char *to = malloc(4);
    int i = 0;
    while (i < 4) {
        to[i] = from[i];
        i++;
    }
    free(to);
    return 0;
}
