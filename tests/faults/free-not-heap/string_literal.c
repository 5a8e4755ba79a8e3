//@ seen-by: asan valgrind
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *name(int known)
{
    return known ? strdup("known") : "unknown";
}

int main(void)
{
    for (int i = 1; i >= 0; i--) {
        char *n = name(i);
        puts(n);
        free(n); //~ error[free-not-heap]
    }
    return 0;
}
