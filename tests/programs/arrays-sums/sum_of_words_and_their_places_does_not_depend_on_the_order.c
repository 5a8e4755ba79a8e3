// Every word is added together with its index: the indices are the same whatever the order of the words.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static long long sum_of(const int *words, int count)
{
    long long result = 0;
    for (int i = 0; i < count; i++) {
        result = result + i + words[i];
    }
    return result;
}

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
    long long before = sum_of(words, count);
    int kept = words[0];
    words[0] = words[1];
    words[1] = kept;
    if (sum_of(words, count) != before) {
        __VERIFIER_error();
    }
    int first = words[0];
    for (int i = 0; i < count - 1; i++) {
        words[i] = words[i + 1];
    }
    words[count - 1] = first;
    if (sum_of(words, count) != before) {
        __VERIFIER_error();
    }
    free(words);
    return 0;
}
