//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(10);
    int length = (int)strlen(text); //~ error[uninitialised-use]
    free(text);
    return length;
}
