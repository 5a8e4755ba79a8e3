//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Each chunk begins with its size in bytes. */
static char *lay_out(unsigned long total)
{
    char *arena = malloc(total);
    unsigned long at = 0;
    while (at < total) { //~ invariant 0 <= at && at <= total && block arena: heap[total] { 0..at: tiles { word 8 at 0, rest uninit, [it0. = len.], [(at. + len. - at) mod 8 = 0], [len. <= 64] }, at .. total: uninit }
        unsigned long size = 8 + 8 * ((unsigned)__VERIFIER_nondet_int() % 8);
        if (size > total - at) {
            size = total - at;
        }
        *(unsigned long *)(arena + at) = size;
        at += size;
    }
    return arena;
}

int main(void)
{
    unsigned long total = 1024;
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
