//@ options: --malloc-never-fails --at-exit
// A write at an unknown index of an array inside a block leaves the members around the array alone.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct statistics {
    char *name;
    int counts[8];
    char *unit;
};

int main(void)
{
    struct statistics *statistics = malloc(sizeof *statistics);
    statistics->name = malloc(3);
    statistics->unit = malloc(4);
    for (int i = 0; i < 8; i++)
        statistics->counts[i] = 0;
    while (__VERIFIER_nondet_int()) {
        int kind = __VERIFIER_nondet_int();
        if (kind >= 0 && kind < 8)
            statistics->counts[kind]++;
    }
    free(statistics->name);
    free(statistics->unit);
    free(statistics);
    return 0;
}
