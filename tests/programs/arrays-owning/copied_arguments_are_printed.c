//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char **copies = malloc((argc + 1) * sizeof *copies);
    if (!copies) {
        return 1;
    }
    for (int i = 0; i < argc; i++) {
        size_t length = strlen(argv[i]);
        copies[i] = malloc(length + 1);
        if (!copies[i]) {
            abort();
        }
        memcpy(copies[i], argv[i], length);
        copies[i][length] = '\0';
    }
    for (int i = 0; i < argc; i++) {
        puts(copies[i]);
    }
    for (int i = 0; i < argc; i++) {
        free(copies[i]);
    }
    free(copies);
    return 0;
}
