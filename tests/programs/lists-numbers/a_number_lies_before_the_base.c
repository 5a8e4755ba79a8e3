//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct slot {
    struct slot *next;
    int number;
};

static struct slot *insert(struct slot *slots, int number)
{
    struct slot *slot = malloc(sizeof *slot);
    slot->number = number;
    slot->next = slots;
    return slot;
}

int main(void)
{
    struct slot *slots = NULL;
    int base = __VERIFIER_nondet_int();
    if (base < 0 || base > 1000000)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int number = __VERIFIER_nondet_int();
        if (number >= base - 1 && number < base + 100)
            slots = insert(slots, number);
    }
    while (slots != NULL) {
        struct slot *next = slots->next;
        assert(slots->number >= base && slots->number < base + 100); //~ error[assertion-failure]
        free(slots);
        slots = next;
    }
    return 0;
}
