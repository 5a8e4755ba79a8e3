// The sum of words that are not negative is negative once it has wrapped around.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int words[4];
    for (int i = 0; i < 4; i++) {
        words[i] = __VERIFIER_nondet_int();
        if (words[i] < 0) {
            return 0;
        }
    }
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += words[i];
    }
    if ((int)sum < 0) {
        __VERIFIER_error(); //~ error[error-reached]
    }
    return 0;
}
