// Where the new block has the address of the old one, it is freed twice: no execution of ours puts it there.
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
    }
    free(new); //~ alarm[double-free]
    return 0;
}
