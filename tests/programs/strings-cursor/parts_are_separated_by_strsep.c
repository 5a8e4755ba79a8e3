// A path is cut at its colons; empty parts are parts.
//@ mode: check
//@ flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *copy = strdup(argv[1]);
    if (!copy)
        return 1;
    char *rest = copy, *part;
    while ((part = strsep(&rest, ":")) != NULL) {
        if (*part == '\0')
            puts(".");
        else
            puts(part);
    }
    free(copy);
    return 0;
}
