// A copy of an argument is cut at its commas: what is left behind every cut still ends where the argument does.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *line = malloc(strlen(argv[1]) + 1);
    if (!line)
        return 1;
    strcpy(line, argv[1]);
    char *field = line;
    int fields = 0;
    for (;;) {
        char *comma = strchr(field, ',');
        if (comma)
            *comma = '\0';
        printf("%s %zu\n", field, strlen(field));
        fields++;
        if (!comma)
            break;
        field = comma + 1;
    }
    printf("%d\n", fields);
    free(line);
    return 0;
}
