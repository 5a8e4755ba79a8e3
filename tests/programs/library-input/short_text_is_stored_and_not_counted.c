// Of a text that is too short for `%3c` libraries store what there is, and musl does not count it.
#include <stdio.h>

int main(void) {
    char text[4] = "zzz";
    static int table[1];
    if (sscanf("xy", "%3c", text) == 0 && text[0] == 'x') {
        return table[1]; //~ error[out-of-bounds]
    }
    return 0;
}
