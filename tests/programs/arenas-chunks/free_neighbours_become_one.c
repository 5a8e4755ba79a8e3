//@ mode: check
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* Whoever gives a chunk back coalesces all free neighbours of the arena. */
struct header {
    size_t size;
    int is_free;
};

static char arena[4096] __attribute__((aligned(16)));

static void setup(void)
{
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
    chunk = (struct header *)arena;
    while ((char *)chunk < arena + 4096) {
        struct header *next = (struct header *)((char *)chunk + chunk->size);
        while (chunk->is_free && (char *)next < arena + 4096 && next->is_free) {
            chunk->size += next->size;
            next = (struct header *)((char *)chunk + chunk->size);
        }
        chunk = next;
    }
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
    return 0;
}
