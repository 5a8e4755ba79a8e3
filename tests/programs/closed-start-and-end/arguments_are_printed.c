//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <string.h>

static int is_option(const char *text)
{
    return text[0] == '-' && strlen(text) == 2;
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        if (is_option(arguments[i])) {
            puts(arguments[i]);
        }
    }
    return arguments[count] != NULL;
}
