//@ options: --malloc-never-fails --at-exit
// The index after the last one is that of the pointer behind the array.
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
        if (kind >= 0 && kind <= 8)
            statistics->counts[kind] = 1;
    }
    free(statistics->name);
    free(statistics->unit); //~ error[free-not-heap]
    free(statistics);
    return 0;
}
