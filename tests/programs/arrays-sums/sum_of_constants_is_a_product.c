// The sum of equal words is a multiple of their count, if it does not wrap around.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int *words = malloc(count * sizeof *words);
    if (words == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        words[i] = 3;
    }
    unsigned sum = 0;
    for (int i = 0; i < count; i++) {
        sum += words[i];
    }
    if (sum != 3 * (unsigned)count) {
        __VERIFIER_error();
    }
    free(words);
    return 0;
}
