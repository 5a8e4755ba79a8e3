//@ mode: check
#include <malloc.h>
#include <stdlib.h>

int main(void)
{
    int table[6] = { 0 };
    char *block = malloc(5);
    if (block == NULL) {
        return 0;
    }
    size_t size = malloc_usable_size(block);
    free(block);
    return table[size]; //~ alarm[out-of-bounds]
}
