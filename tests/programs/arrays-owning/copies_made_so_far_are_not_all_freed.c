//@ mode: check
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
        char *copy = malloc(length + 1);
        if (!copy) {
            for (int j = 1; j < i; j++) {
                free(copies[j]);
            }
            free(copies); //~ error[memory-lost]
            return 1;
        }
        memcpy(copy, argv[i], length + 1);
        copies[i] = copy;
    }
    copies[argc] = NULL;
    for (int i = 0; i < argc; i++) {
        free(copies[i]);
    }
    free(copies);
    return 0;
}
