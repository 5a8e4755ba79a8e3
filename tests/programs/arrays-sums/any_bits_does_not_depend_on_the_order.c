// Words are swapped, and all are moved by one place: what they are together stays the same.
//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int any_of(const int *words, int count)
{
    int result = 0;
    for (int i = 0; i < count; i++) {
        result |= words[i];
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
    int before = any_of(words, count);
    int kept = words[0];
    words[0] = words[1];
    words[1] = kept;
    if (any_of(words, count) != before) {
        __VERIFIER_error();
    }
    int first = words[0];
    for (int i = 0; i < count - 1; i++) {
        words[i] = words[i + 1];
    }
    words[count - 1] = first;
    if (any_of(words, count) != before) {
        __VERIFIER_error();
    }
    free(words);
    return 0;
}
