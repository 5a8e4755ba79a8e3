// The last word lies in the copy, which is gone.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char *last = NULL;
    for (int i = 1; i < argc; i++) {
        char *copy = strdup(argv[i]);
        if (!copy)
            return 1;
        for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
            last = word;
        free(copy);
    }
    if (last)
        puts(last); //~ error[use-after-free]
    return 0;
}
