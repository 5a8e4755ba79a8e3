//@ mode: check
#include <stdlib.h>

static char *kept;

int main(void)
{
    char *block = malloc(4);
    if (block == NULL) {
        return 0;
    }
    kept = realloc(block, 1);
    free(kept != NULL ? kept : block);
    return 0;
}
