// Five letters were compared, nine are skipped.
//@ mode: check
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--output=", 5) == 0)
            puts(argv[i] + 9); //~ error[out-of-bounds]
    }
    return 0;
}
