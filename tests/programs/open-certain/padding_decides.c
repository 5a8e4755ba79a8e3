// What padding holds is up to the implementation, and so is the order of operands: no caller decides it, so an error that
// it decides is not told as one of every caller.
#include <string.h>

struct padded {
    char letter;
    int number;
};

static int table[4];

int by_padding(int x) { //~ gave-up[analysis]
    struct padded first, second;
    first.letter = 1;
    first.number = x;
    second = first;
    unsigned char raw[sizeof second];
    memcpy(raw, &second, sizeof second);
    return table[raw[1]]; //~ error-if-called[out-of-bounds]
}
