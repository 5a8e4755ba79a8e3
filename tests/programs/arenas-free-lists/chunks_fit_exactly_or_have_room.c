//@ mode: check
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* All sizes are multiples of 16: a chunk that does not fit exactly has room for another header. */
struct header {
    size_t size;
    struct header *next;
};

static char arena[4096] __attribute__((aligned(16)));
static struct header *available;

static void setup(void)
{
    available = (struct header *)arena;
    available->size = sizeof arena;
    available->next = NULL;
}

static void *take(size_t bytes)
{
    size_t wanted = (bytes + 15) / 16 * 16 + sizeof(struct header);
    struct header *before = NULL;
    struct header *chunk = available;
    while (chunk != NULL && chunk->size < wanted) {
        before = chunk;
        chunk = chunk->next;
    }
    if (chunk == NULL) {
        return NULL;
    }
    if (chunk->size == wanted) {
        if (before == NULL) {
            available = chunk->next;
        } else {
            before->next = chunk->next;
        }
    } else {
        chunk->size -= wanted;
        chunk = (struct header *)((char *)chunk + chunk->size);
        chunk->size = wanted;
    }
    chunk->next = NULL;
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
