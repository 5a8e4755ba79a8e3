//@ seen-by: asan valgrind
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *text = "hello";
    char *copy = malloc(strlen(text)); //~ note "allocated here"
    if (!copy)
        return 1;
    strcpy(copy, text); //~ error[out-of-bounds]
    free(copy);
    return 0;
}
