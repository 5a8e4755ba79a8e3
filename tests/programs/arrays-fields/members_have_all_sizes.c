// Members of one, four and eight bytes, between which bytes are never stored.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int number;
    char letter;
    double weight;
    long total;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    struct entry *entries = malloc(count * sizeof *entries);
    for (int i = 0; i < count; i++) {
        entries[i].number = i;
        entries[i].letter = 'a';
        entries[i].total = -7;
    }
    for (int i = 0; i < count; i++) {
        assert(entries[i].number == i);
        assert(entries[i].letter == 'a');
        assert(entries[i].total == -7);
    }
    free(entries);
    return 0;
}
