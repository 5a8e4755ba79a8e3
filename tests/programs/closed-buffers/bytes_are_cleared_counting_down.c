//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void clear(void *memory, size_t length)
{
    char *byte;
    for (byte = memory; length--;) {
        *byte++ = '\0';
    }
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    int cleared = __VERIFIER_nondet_int();
    if (size < 1 || cleared < 0 || cleared > size) {
        return 0;
    }
    char *memory = malloc(size);
    clear(memory, cleared);
    free(memory);
    return 0;
}
