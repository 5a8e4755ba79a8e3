// The first line is left out where lines are freed.
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
    for (size_t i = 1; i < n; i++)
        free(lines[i]);
    free(lines); //~ error[memory-lost]
    return 0;
}
