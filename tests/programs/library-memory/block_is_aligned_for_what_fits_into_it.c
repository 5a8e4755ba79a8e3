//@ mode: check
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *block = malloc(16);
    if (block != NULL) {
        assert((uintptr_t)block % 16 == 0);
        free(block);
    }
    return 0;
}
