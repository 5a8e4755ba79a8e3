//@ mode: check
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* What is left of a chunk is said to be as long as the chunk was. */
struct header {
    size_t size;
    int is_free;
};

static char arena[256] __attribute__((aligned(16)));

static void setup(void)
{
    struct header *first = (struct header *)arena;
    first->size = 256;
    first->is_free = 1;
}

static void *take(size_t bytes)
{
    size_t wanted = (bytes + 15) / 16 * 16 + sizeof(struct header);
    struct header *chunk = (struct header *)arena;
    while ((char *)chunk < arena + 256) {
        if (chunk->is_free && chunk->size >= wanted) {
            if (chunk->size > wanted) {
                struct header *rest = (struct header *)((char *)chunk + wanted);
                rest->size = chunk->size; //~ error[out-of-bounds]
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
    return 0;
}
