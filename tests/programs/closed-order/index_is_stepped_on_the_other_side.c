//@ mode: check
//@ options: --malloc-never-fails
// Whether the index on the left is stepped before or after it is used is not said: with most compilers the last letter goes
// behind the end.
#include <stdlib.h>

int main(void)
{
    char from[4] = "abc";
    char *to = malloc(4);
    int i = 0;
    while (i < 4)
        to[i] = from[i++]; //~ error[out-of-bounds]
    free(to);
    return 0;
}
