//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct slot {
    unsigned key;
    int is_used;
    int value;
};

static unsigned find(const struct slot *slots, unsigned size, unsigned key)
{
    unsigned i = key % size;
    for (unsigned tried = 0; tried < size; tried++) {
        if (!slots[i].is_used || slots[i].key == key) {
            return i;
        }
        i = i + 1 == size ? 0 : i + 1;
    }
    return size;
}

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    if (size < 1 || size > 1) {
        return 0;
    }
    struct slot *slots = calloc(size, sizeof *slots);
    if (slots == NULL) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_uint();
        unsigned place = find(slots, size, key);
        if (place <= size) {
            slots[place].is_used = 1; //~ error[out-of-bounds]
            slots[place].key = key;
            slots[place].value = 5;
        }
    }
    free(slots);
    return 0;
}
