// What is compared equal to so many letters has as many: what follows them is inside of the argument.
//@ mode: check
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *output = NULL;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--output=", 9) == 0)
            output = argv[i] + 9;
        else if (strcmp(argv[i], "-v") == 0)
            printf("%c\n", argv[i][1]);
        else if (!strncmp(argv[i], "-D", 2))
            puts(argv[i] + 2);
        else if (memcmp(argv[i], "-", 1) == 0)
            puts(argv[i] + 1);
    }
    if (output)
        puts(output);
    return 0;
}
