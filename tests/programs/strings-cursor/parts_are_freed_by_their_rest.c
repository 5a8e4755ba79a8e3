// After the last part the rest is null, so the copy is lost.
//@ mode: check
//@ options: --malloc-never-fails
//@ flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *rest = strdup(argv[1]), *part;
    while ((part = strsep(&rest, ":")) != NULL) //~ error[memory-lost]
        puts(part);
    free(rest);
    return 0;
}
