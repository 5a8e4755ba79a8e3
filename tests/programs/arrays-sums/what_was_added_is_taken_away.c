// What was added word by word, and taken away word by word, leaves nothing.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 2 || count > 100000) {
        return 0;
    }
    int *words = malloc(count * sizeof *words);
    if (words == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        words[i] = __VERIFIER_nondet_int();
    }
    long long sum = 7;
    for (int i = 0; i < count; i++) {
        sum += words[i];
    }
    for (int i = 0; i < count; i++) {
        sum = sum - words[i] - 2;
    }
    if (sum != 7 - 2 * (long long)count) {
        __VERIFIER_error();
    }
    free(words);
    return 0;
}
