//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(8);
    text = realloc(text + 1, 16); //~ error[free-inside-block]
    free(text);
    return 0;
}
