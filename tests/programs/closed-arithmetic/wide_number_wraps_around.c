//@ mode: check
// Numbers of 128 bits wrap around, too.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned __int128 wide = 0;
    if (__VERIFIER_nondet_int() == 3) {
        wide -= 1;
        assert(wide <= 5); //~ error[assertion-failure]
    }
    return 0;
}
