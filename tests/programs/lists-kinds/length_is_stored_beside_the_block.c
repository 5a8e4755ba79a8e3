//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct chunk {
    int length;
    char *bytes;
    struct chunk *next;
};

int main(void)
{
    struct chunk *chunks = NULL;
    while (__VERIFIER_nondet_int()) { //~ invariant seg(chunks -> 0; count n >= 0; node 24 entry 0 link 16 word 8 { 0..4: within 1 to 1000, 4..8: uninit, 8..16: owns block 0 and 1 times signed 0..4 of owner plus 0 entry 0 { 0..end: uninit } })
        int length = __VERIFIER_nondet_int();
        if (length < 1 || length > 1000)
            continue;
        struct chunk *chunk = malloc(sizeof *chunk);
        chunk->length = length;
        chunk->bytes = malloc(length);
        chunk->next = chunks;
        chunks = chunk;
    }
    while (chunks != NULL) {
        struct chunk *chunk = chunks;
        chunks = chunk->next;
        chunk->bytes[chunk->length - 1] = 0;
        free(chunk->bytes);
        free(chunk);
    }
    return 0;
}
