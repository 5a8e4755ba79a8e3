//@ seen-by: asan valgrind
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(16); //~ note "allocated here"
    if (!text)
        return 1;
    strcpy(text, "  trim");
    while (*text == ' ')
        text++;
    free(text); //~ error[free-inside-block]
    return 0;
}
