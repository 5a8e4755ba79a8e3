// A sum that is kept in one byte is another number than the sum.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int words[3];
    for (int i = 0; i < 3; i++) {
        words[i] = __VERIFIER_nondet_int();
    }
    unsigned char small = 0;
    unsigned long long large = 0;
    for (int i = 0; i < 3; i++) {
        small += words[i];
    }
    for (int i = 0; i < 3; i++) {
        large += words[i];
    }
    if (small != large % 512) {
        __VERIFIER_error(); //~ error[error-reached]
    }
    return 0;
}
