//@ mode: check
//@ options: --malloc-never-fails --at-exit
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
    if (strncmp(command, "started", 2) != 0) {
        free(data);
    }
    return 0;
}
