//@ mode: check
//@ options: --malloc-never-fails
// Bytes in the same block make one byte the stride of its words: an `int` that begins anywhere is none of those that were stored.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 2 || count > 1000)
        return 0;
    char *block = malloc(5 * count);
    char table[6] = { 0 };
    for (char *flag = block + 4 * count; flag < block + 5 * count; flag++)
        *flag = 1;
    for (int *word = (int *)block; word < (int *)block + count; word++)
        *word = 5;
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 4 * count - 4)
        at = 0;
    int found = *(int *)(block + at);
    table[found] = 1; //~ error[out-of-bounds]
    free(block);
    return 0;
}
