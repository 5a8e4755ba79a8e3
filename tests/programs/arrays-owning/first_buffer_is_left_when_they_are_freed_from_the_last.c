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
    }
    while (count > 1) {
        count--;
        free(buffers[count]);
    }
    free(buffers); //~ error[memory-lost]
    return 0;
}
