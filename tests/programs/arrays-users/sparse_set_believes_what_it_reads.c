//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 10000) {
        return 0;
    }
    int *sparse = calloc(size, sizeof(int)), *dense = malloc(size * sizeof(int));
    int count = 0;
    if (sparse == NULL || dense == NULL) {
        free(sparse);
        free(dense);
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 0 || value >= size) {
            continue;
        }
        int at = sparse[value];
        if (dense[at] == value) { //~ error[uninitialised-use]
            continue;
        }
        if (count < size) {
            dense[count] = value;
            sparse[value] = count++;
        }
    }
    free(sparse);
    free(dense);
    return 0;
}
