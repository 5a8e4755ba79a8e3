//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Each chunk begins with its size in bytes. */
static char *lay_out(unsigned long total)
{
    char *arena = malloc(total);
    unsigned long at = 0;
    while (at < total) {
        unsigned long size = 8 + 8 * ((unsigned)__VERIFIER_nondet_int() % 8);
        if (size > total - at) {
            size = total - at;
        }
        *(unsigned long *)(arena + at) = size; //~ error[out-of-bounds]
        at += size;
    }
    return arena;
}

int main(void)
{
    unsigned long total = 1020;
    char *arena = lay_out(total);
    unsigned long count = 0;
    char *chunk = arena;
    while (chunk < arena + total) {
        count++;
        chunk += *(unsigned long *)chunk;
    }
    free(arena);
    return count == 0;
}
