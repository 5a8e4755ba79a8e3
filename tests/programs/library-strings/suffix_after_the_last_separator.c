//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *path = "/usr/bin/besom";
    const char *last = strrchr(path, '/');
    if (last == NULL) {
        return 1;
    }
    char name[8];
    strcpy(name, last + 1);
    return strcmp(name, "besom");
}
