//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[32];
    if (fgets(line, sizeof line, stdin) == NULL) {
        return 0;
    }
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n') {
        line[length - 1] = 0;
    }
    return 0;
}
