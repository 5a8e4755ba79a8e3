// The copy of the arguments ends with a null pointer, as they do, and is walked up to it.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char **copy = malloc((argc + 1) * sizeof *copy);
    if (!copy)
        return 1;
    int n = 0;
    while (n < argc) {
        copy[n] = strdup(argv[n]);
        if (!copy[n])
            break;
        n++;
    }
    copy[n] = NULL;
    for (char **p = copy; *p; p++)
        puts(*p);
    for (char **p = copy; *p; p++)
        free(*p);
    free(copy);
    return 0;
}
