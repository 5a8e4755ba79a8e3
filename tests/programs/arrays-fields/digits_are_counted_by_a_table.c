// Every byte of an array is a digit, so that a table of ten is large enough.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    unsigned char *digits = malloc(count);
    int counts[10] = { 0 };
    for (int i = 0; i < count; i++) { //~ invariant 0 <= i && i <= count && block digits: heap[count] { 0..i: stripes 1 { 0 1 { [0 <= it.], [it. <= 9] } }, i .. count: uninit }
        digits[i] = __VERIFIER_nondet_uint() % 10;
    }
    for (int i = 0; i < count; i++) {
        counts[digits[i]]++;
    }
    free(digits);
    return counts[0];
}
