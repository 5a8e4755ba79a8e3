//@ mode: check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t size = 200;
    char *line = malloc(size);
    if (line == NULL) {
        return 0;
    }
    char *old = line;
    int number = 0;
    int *place = &number;
    if (getline(&line, &size, stdin) > 2 && line == old) {
        place = NULL;
    }
    free(line);
    return *place; //~ error[null-dereference]
}
