// Without a comma, what is behind the end of the line is taken for the next field.
//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *line = malloc(strlen(argv[1]) + 1);
    strcpy(line, argv[1]);
    char *field = line;
    for (int fields = 0; fields < 2; fields++) {
        size_t length = strcspn(field, ","); //~ error[out-of-bounds]
        field[length] = '\0';
        puts(field);
        field += length + 1;
    }
    free(line);
    return 0;
}
