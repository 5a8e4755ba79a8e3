//@ mode: check
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* The arena comes from the heap, and is walked by sizes. */
struct header {
    size_t size;
    int is_free;
};

static char *arena;

static void setup(void)
{
    arena = malloc(4096);
    if (arena == NULL) {
        exit(1);
    }
    struct header *first = (struct header *)arena;
    first->size = 4096;
    first->is_free = 1;
}

static void *take(size_t bytes)
{
    size_t wanted = (bytes + 15) / 16 * 16 + sizeof(struct header);
    struct header *chunk = (struct header *)arena;
    while ((char *)chunk < arena + 4096) {
        if (chunk->is_free && chunk->size >= wanted) {
            if (chunk->size > wanted) {
                struct header *rest = (struct header *)((char *)chunk + wanted);
                rest->size = chunk->size - wanted;
                rest->is_free = 1;
                chunk->size = wanted;
            }
            chunk->is_free = 0;
            return chunk + 1;
        }
        chunk = (struct header *)((char *)chunk + chunk->size);
    }
    return NULL;
}

static void give(void *memory)
{
    struct header *chunk = (struct header *)memory - 1;
    chunk->is_free = 1;
}

int main(void)
{
    setup();
    while (__VERIFIER_nondet_int()) {
        char *memory = take(__VERIFIER_nondet_uint() % 200);
        if (memory != NULL && __VERIFIER_nondet_int()) {
            give(memory);
        }
    }
    free(arena);
    return 0;
}
