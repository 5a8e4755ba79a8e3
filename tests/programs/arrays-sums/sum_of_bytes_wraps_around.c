// A sum that is kept in one byte is that of the words modulo 256.
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
    unsigned char small = 0;
    unsigned long long large = 0;
    for (int i = 0; i < count; i++) {
        small += words[i];
    }
    for (int i = 0; i < count; i++) {
        large += words[i];
    }
    if (small != large % 256) {
        __VERIFIER_error();
    }
    free(words);
    return 0;
}
