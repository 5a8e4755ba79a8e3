//@ mode: check
// The twin of `padding_after_an_initialiser_is_anything.c`: members hold what the initialiser says.
#include <stdlib.h>

struct record { char kind; int number; };

int main(void) {
    struct record record = {.kind = 1};
    struct record copy = record;
    unsigned char *bytes = (unsigned char *)&copy;
    if (bytes[0] != 1 || bytes[5] != 0) {
        free(bytes);
    }
    return copy.number;
}
