//@ mode: check
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* Sizes tell how many bytes clients may use: nobody asks for the header of what is left. */
struct header {
    size_t size;
    struct header *next;
};

static char arena[256] __attribute__((aligned(16)));
static struct header *available;

static void setup(void)
{
    available = (struct header *)arena;
    available->size = sizeof arena - sizeof(struct header);
    available->next = NULL;
}

static void *take(size_t bytes)
{
    size_t wanted = (bytes + 15) / 16 * 16;
    struct header *before = NULL;
    struct header *chunk = available;
    while (chunk != NULL && chunk->size < wanted) {
        before = chunk;
        chunk = chunk->next;
    }
    if (chunk == NULL) {
        return NULL;
    }
    struct header *rest = chunk->next;
    if (chunk->size >= wanted) {
        rest = (struct header *)((char *)(chunk + 1) + wanted);
        rest->size = chunk->size - wanted - sizeof(struct header); //~ error[out-of-bounds]
        rest->next = chunk->next;
        chunk->size = wanted;
    }
    if (before == NULL) {
        available = rest;
    } else {
        before->next = rest;
    }
    return chunk + 1;
}

static void give(void *memory)
{
    struct header *chunk = (struct header *)memory - 1;
    chunk->next = available;
    available = chunk;
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
