//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct region {
    char *bytes;
    size_t used;
    size_t size;
};

static void *take(struct region *region, size_t count)
{
    if (count > region->size || region->used > region->size - count) {
        return NULL;
    }
    void *taken = region->bytes + region->used;
    region->used += count;
    return taken;
}

int main(void)
{
    struct region region = { malloc(4096), 0, 4096 };
    while (__VERIFIER_nondet_int()) {
        unsigned count = __VERIFIER_nondet_int();
        char *taken = take(&region, count);
        if (taken && count) {
            taken[0] = 1;
            taken[count - 1] = 2;
        }
        if (__VERIFIER_nondet_int()) {
            region.used = 0;
        }
    }
    free(region.bytes);
    return 0;
}
