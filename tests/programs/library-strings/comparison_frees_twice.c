//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char command[8];
    strcpy(command, "stop");
    int *data = malloc(sizeof *data);
    if (strcmp(command, "stop") == 0) {
        free(data);
    }
    if (strncmp(command, "started", 2) == 0) {
        free(data); //~ error[double-free]
    }
    return 0;
}
