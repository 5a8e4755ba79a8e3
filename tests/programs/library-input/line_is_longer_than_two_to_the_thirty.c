//@ mode: check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    int number = 0;
    int *place = &number;
    if (getline(&line, &size, stdin) > 1 << 30) {
        place = NULL;
    }
    free(line);
    return *place; //~ alarm[null-dereference]
}
