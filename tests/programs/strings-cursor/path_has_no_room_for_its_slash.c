//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *path = malloc(strlen("/usr/lib") + strlen(argv[1]) + 1);
    strcpy(path, "/usr/lib");
    strcat(path, "/"); //~ error[out-of-bounds]
    strcat(path, argv[1]);
    puts(path);
    free(path);
    return 0;
}
