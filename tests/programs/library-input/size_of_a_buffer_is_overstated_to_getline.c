//@ mode: check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t size = 200;
    char *line = malloc(100);
    if (line == NULL) {
        return 0;
    }
    getline(&line, &size, stdin); //~ alarm[out-of-bounds]
    free(line);
    return 0;
}
