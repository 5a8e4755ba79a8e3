//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int **slots = calloc(count, sizeof *slots);
    if (!slots) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        int slot = __VERIFIER_nondet_int();
        if (slot < 0 || slot >= count) {
            continue;
        }
        if (slots[slot]) {
            slots[slot] = NULL; //~ error[memory-lost]
        } else {
            slots[slot] = malloc(sizeof(int));
            if (slots[slot]) {
                *slots[slot] = slot;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        free(slots[i]);
    }
    free(slots);
    return 0;
}
