// What a member holds is the function's own, and the error is every caller's.
#include <string.h>

struct padded {
    char letter;
    int number;
};

static int table[4];

int by_member(int x) {
    struct padded first, second;
    first.letter = 4;
    first.number = x;
    second = first;
    unsigned char raw[sizeof second];
    memcpy(raw, &second, sizeof second);
    return table[raw[0]]; //~ error[out-of-bounds]
}
