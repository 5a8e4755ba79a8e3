//@ mode: check
// The twin of `wide_number_wraps_around.c`.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned __int128 wide = 8;
    int number = __VERIFIER_nondet_int();
    if (number >= 0 && number < 8) {
        wide -= (unsigned)number;
        assert(wide <= 8 && wide > 0);
    }
    return 0;
}
