//@ mode: check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) {
        free(line);
        return 0;
    }
    free(line);
    return 0;
}
