// The last word that is not zero is found: that depends on the order.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int last_of(const int *words, int count)
{
    int result = 0;
    for (int i = 0; i < count; i++) {
        result = words[i] != 0 ? words[i] : result;
    }
    return result;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 2 || count > 2) {
        return 0;
    }
    int *words = malloc(count * sizeof *words);
    if (words == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        words[i] = __VERIFIER_nondet_int();
    }
    int before = last_of(words, count);
    int kept = words[0];
    words[0] = words[1];
    words[1] = kept;
    if (last_of(words, count) != before) {
        __VERIFIER_error(); //~ error[error-reached]
    }
    free(words);
    return 0;
}
