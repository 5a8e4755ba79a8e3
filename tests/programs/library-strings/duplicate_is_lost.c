//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = strdup("one");
    text = strdup("two"); //~ error[memory-lost]
    free(text);
    return 0;
}
