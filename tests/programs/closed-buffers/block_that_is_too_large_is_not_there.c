// A negative number as a size is a very large one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int size = __VERIFIER_nondet_int();
    char *block = malloc(size);
    if (size < 0) {
        block[0] = 1; //~ error[null-dereference]
    }
    free(block);
    return 0;
}
