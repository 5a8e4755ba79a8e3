//@ mode: check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) {
        return 0; //~ error[memory-lost]
    }
    free(line);
    return 0;
}
