// All words are moved by one place, and the first of them is lost.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static long even_of(const int *words, int count)
{
    long result = 0;
    for (int i = 0; i < count; i++) {
        if (words[i] % 2 == 0) {
            result++;
        } else {
            result--;
        }
    }
    return result;
}

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
    long before = even_of(words, count);
    int first = words[0];
    for (int i = 0; i < count - 1; i++) {
        words[i] = words[i + 1];
    }
    words[count - 1] = 1;
    if (even_of(words, count) != before) {
        __VERIFIER_error(); //~ error[error-reached]
    }
    free(words);
    return 0;
}
