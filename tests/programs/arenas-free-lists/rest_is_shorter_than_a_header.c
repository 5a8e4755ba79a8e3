//@ mode: check
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* Sizes are multiples of 8 only, so what is left of a chunk may be shorter than its header. */
struct header {
    size_t size;
    struct header *next;
};

static char arena[256] __attribute__((aligned(16)));
static struct header *available;

static void setup(void)
{
    available = (struct header *)arena;
    available->size = sizeof arena;
    available->next = NULL;
}

static void *take(size_t bytes)
{
    size_t wanted = (bytes + 7) / 8 * 8 + sizeof(struct header);
    struct header *before = NULL;
    struct header *chunk = available;
    while (chunk != NULL && chunk->size < wanted) { //~ error[null-dereference]
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
