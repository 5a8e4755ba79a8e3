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
    for (int i = 0; i < count; i++) {
        digits[i] = __VERIFIER_nondet_uint() % 10;
    }
    for (int i = 0; i < count; i++) {
        counts[digits[i]]++;
    }
    free(digits);
    return counts[0];
}
