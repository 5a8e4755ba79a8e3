// Nothing ends the copy of the arguments.
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
    for (char **p = copy; *p; p++) //~ error[uninitialised-use]
        puts(*p);
    for (char **p = copy; *p; p++)
        free(*p);
    free(copy);
    return 0;
}
