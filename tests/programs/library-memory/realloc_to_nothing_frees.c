//@ mode: check
//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(8);
    text = realloc(text, 0);
    return text != NULL;
}
