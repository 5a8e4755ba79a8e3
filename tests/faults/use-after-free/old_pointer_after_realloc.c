//@ seen-by: asan valgrind
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(4);
    if (!text)
        return 1;
    strcpy(text, "abc");
    char *first = text;
    char *more = realloc(text, 4000); //~ note "freed here"
    if (!more)
        return 1;
    first[0] = 'x'; //~ error[use-after-free]
    free(more);
    return 0;
}
