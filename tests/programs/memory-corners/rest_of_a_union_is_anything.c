//@ mode: check
// An initialiser names one member; what lies behind it may be anything.
#include <assert.h>

union view { char letter; int number; };

int main(void) {
    union view view = {.letter = 7};
    assert(view.letter == 7);
    assert((view.number & 0xffff00) == 0); //~ error[assertion-failure]
    return 0;
}
