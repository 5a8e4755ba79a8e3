// One of the bytes may be ten.
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
        digits[i] = __VERIFIER_nondet_uint() % 11;
    }
    for (int i = 0; i < count; i++) {
        counts[digits[i]]++; //~ error[out-of-bounds]
    }
    free(digits);
    return counts[0];
}
