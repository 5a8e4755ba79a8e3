// After `abort` and `_Exit` nothing runs, so the state of the list does not matter any more.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *block;

__attribute__((destructor)) static void release(void) {
    *block = 0;
    free(block);
}

int main(void) {
    if (__VERIFIER_nondet_int()) {
        abort();
    }
    if (__VERIFIER_nondet_int()) {
        _Exit(3);
    }
    block = malloc(sizeof *block);
    if (!block) {
        abort();
    }
    return 0;
}
