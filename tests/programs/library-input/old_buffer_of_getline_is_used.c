//@ mode: check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t size = 1;
    char *line = malloc(size);
    if (line == NULL) {
        return 0;
    }
    char *old = line;
    old[0] = 0;
    getline(&line, &size, stdin);
    int first = old[0]; //~ error[use-after-free]
    free(line);
    return first;
}
