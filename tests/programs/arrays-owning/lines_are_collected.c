// Lines are collected in an array that grows, which there is not before the first line.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char **lines = NULL;
    size_t n = 0, room = 0;
    char buffer[1000];
    while (fgets(buffer, sizeof buffer, stdin)) {
        if (n == room) {
            size_t grown = room ? room * 2 : 16;
            char **more = realloc(lines, grown * sizeof *lines);
            if (!more)
                break;
            lines = more;
            room = grown;
        }
        lines[n] = strdup(buffer);
        if (!lines[n])
            break;
        n++;
    }
    for (size_t i = 0; i < n; i++)
        free(lines[i]);
    free(lines);
    return 0;
}
