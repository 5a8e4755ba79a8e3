//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    char **buffers = malloc(count * sizeof *buffers);
    if (!buffers) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        buffers[i] = malloc(16);
        if (buffers[i]) {
            buffers[i][0] = 'x';
        }
    }
    int chosen = __VERIFIER_nondet_int();
    if (chosen >= 0 && chosen < count && buffers[chosen]) {
        free(buffers[chosen]);
    }
    for (int i = 0; i < count; i++) {
        free(buffers[i]); //~ error[double-free]
    }
    free(buffers);
    return 0;
}
