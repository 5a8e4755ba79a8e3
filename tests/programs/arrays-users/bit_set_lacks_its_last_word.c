//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bits = __VERIFIER_nondet_uint();
    if (bits < 1 || bits > 40) {
        return 0;
    }
    unsigned words = bits / 32 + (bits < 32);
    unsigned *set = calloc(words, sizeof *set);
    if (set == NULL) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        unsigned bit = __VERIFIER_nondet_uint();
        if (bit >= bits) {
            continue;
        }
        if (__VERIFIER_nondet_int()) {
            set[bit / 32] |= 1u << (bit % 32); //~ error[out-of-bounds]
        } else {
            set[bit >> 5] &= ~(1u << (bit & 31));
        }
    }
    unsigned count = 0;
    for (unsigned bit = 0; bit < bits; bit++) {
        count += set[bit / 32] >> (bit % 32) & 1;
    }
    free(set);
    return count > 7;
}
