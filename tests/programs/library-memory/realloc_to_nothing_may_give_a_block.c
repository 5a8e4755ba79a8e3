//@ mode: check
#include <stdlib.h>

static char *kept;

int main(void)
{
    char *block = malloc(4);
    if (block == NULL) {
        return 0;
    }
    realloc(block, 0);
    return 0; //~ alarm[memory-lost]
}
