// As line_is_split_at_commas, and wrong, but no execution of a few steps gets there.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    unsigned h = 7;
    for (int q = 0; q < 54321; q++)
        h = h * 31u + (unsigned)getchar();
    if (h != 123456789u)
        return 0;
    char *line = strdup(argv[1]);
    if (!line)
        return 1;
    char *field = line;
    for (;;) {
        char *comma = strchr(field, ','); //~ alarm[out-of-bounds]
        if (comma)
            *comma = '\0';
        puts(field);
        if (!comma)
            break;
        field = comma + 2;
    }
    free(line);
    return 0;
}
