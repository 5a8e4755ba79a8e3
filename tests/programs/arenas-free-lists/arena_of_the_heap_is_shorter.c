//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* The first chunk is longer than the block that the arena is. */
struct header {
    size_t size;
    struct header *next;
};

static struct header *available;

static void *take(size_t bytes)
{
    size_t wanted = (bytes + 15) / 16 * 16 + sizeof(struct header);
    for (struct header *chunk = available; chunk != NULL; chunk = chunk->next) {
        if (chunk->size >= wanted + 2 * sizeof(struct header)) {
            chunk->size -= wanted;
            chunk = (struct header *)((char *)chunk + chunk->size);
            chunk->size = wanted; //~ error[out-of-bounds]
            chunk->next = NULL;
            return chunk + 1;
        }
    }
    return NULL;
}

int main(void)
{
    char *arena = malloc(4096);
    if (arena == NULL) {
        return 1;
    }
    available = (struct header *)arena;
    available->size = 4352;
    available->next = NULL;
    while (__VERIFIER_nondet_int()) {
        char *memory = take(__VERIFIER_nondet_uint() % 200);
        if (memory != NULL && __VERIFIER_nondet_int()) {
            struct header *chunk = (struct header *)memory - 1;
            chunk->next = available;
            available = chunk;
        }
    }
    available = NULL;
    free(arena);
    return 0;
}
