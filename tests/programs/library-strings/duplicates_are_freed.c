//@ mode: check
//@ options: --at-exit
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *first = strdup("one");
    char *second = strndup("second", 3);
    if (first != NULL && second != NULL && strlen(second) == 3) {
        second[2] = first[2];
    }
    free(first);
    free(second);
    return 0;
}
