//@ mode: check
// Only the members of a local are initialised; the bytes between them may hold anything (C11 6.2.6.1p6).
#include <stdlib.h>

struct record { char kind; int number; };

int main(void) {
    struct record record = {.kind = 1};
    unsigned char *bytes = (unsigned char *)&record;
    if (bytes[2] == 0x55) {
        free(bytes); //~ error[free-not-heap]
    }
    return record.number;
}
