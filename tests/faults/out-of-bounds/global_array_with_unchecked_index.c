//@ seen-by: asan ubsan
//@ arguments: 12
#include <stdio.h>
#include <stdlib.h>

static const char *const months[12] = { "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec" };

int main(int argc, char **argv)
{
    int month = argc > 1 ? atoi(argv[1]) : 1;
    const char *name = months[month]; //~ error[out-of-bounds]
    printf("%s\n", name);
    return 0;
}
