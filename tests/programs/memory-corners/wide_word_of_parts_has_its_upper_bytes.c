//@ mode: check
// A word of 16 bytes is read of which four were overwritten.
#include <assert.h>
#include <string.h>

int main(void) {
    unsigned __int128 wide;
    memset(&wide, 0xff, 16);
    *(int *)&wide = 5;
    assert((unsigned)(wide >> 96) == 0); //~ error[assertion-failure]
    return 0;
}
