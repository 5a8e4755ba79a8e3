//@ mode: check
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    char *text = strerror(count);
    char *copy = malloc(strlen(text) + 1);
    if (copy == NULL) {
        return 0;
    }
    strcpy(copy, text);
    free(copy);
    return 0;
}
