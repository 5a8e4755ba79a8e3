// The loop adds one word more than there are.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 2 || count > 4) {
        return 0;
    }
    int *words = malloc(count * sizeof *words);
    if (words == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        words[i] = __VERIFIER_nondet_int();
    }
    long long sum = 0;
    for (int i = 0; i <= count; i++) {
        sum += words[i]; //~ error[out-of-bounds]
    }
    free(words);
    return sum == 0;
}
