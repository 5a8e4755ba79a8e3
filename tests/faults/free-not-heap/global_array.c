//@ seen-by: asan valgrind
#include <stdlib.h>

static char fallback[64];

int main(void)
{
    char *buffer = fallback;
    buffer[0] = 'a';
    buffer = realloc(buffer, 128); //~ error[free-not-heap]
    free(buffer);
    return 0;
}
