// The name behind the last slash, found by hand, ends where the path does.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *directory, const char *name)
{
    char *path = malloc(strlen(directory) + strlen(name) + 2);
    if (!path)
        return NULL;
    strcpy(path, directory);
    strcat(path, "/");
    strcat(path, name);
    return path;
}

static const char *name_of(const char *path)
{
    const char *name = path;
    for (const char *p = path; *p; p++)
        if (*p == '/')
            name = p + 1;
    return name;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *path = join("/usr/lib", argv[i]);
        if (!path)
            return 1;
        printf("%s %s\n", path, name_of(path));
        free(path);
    }
    return 0;
}
