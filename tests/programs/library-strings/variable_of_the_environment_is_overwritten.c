//@ mode: check
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *home = getenv("HOME");
    char *copy = home != NULL ? malloc(strlen(home) + 1) : NULL;
    if (copy == NULL) {
        return 0;
    }
    getenv("PATH");
    strcpy(copy, home); //~ alarm[unterminated-string]
    free(copy);
    return 0;
}
