//@ mode: check
//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(8);
    /* Null, or a block without bytes. */
    text = realloc(text, 0);
    free(text);
    return 0;
}
