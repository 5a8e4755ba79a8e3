// The new block may have the address of the old one.
#include <stdlib.h>

int main(void) {
    int *old = malloc(4);
    if (!old) {
        return 0;
    }
    int *new = realloc(old, 8);
    if (!new) {
        free(old);
        return 0;
    }
    if (old == new) {
        free(new);
        return 0;
    }
    return 0; //~ error[memory-lost]
}
