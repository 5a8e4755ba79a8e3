//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct ring {
    int *items;
    unsigned room;
    unsigned first;
    unsigned count;
};

int main(void)
{
    struct ring ring = { NULL, __VERIFIER_nondet_uint(), 0, 0 };
    if (ring.room < 1 || ring.room > 1000) {
        return 0;
    }
    ring.items = malloc(ring.room * sizeof *ring.items);
    if (ring.items == NULL) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (ring.count < ring.room) {
                ring.items[(ring.first + ring.count) % ring.room] = 1;
                ring.count++;
            }
        } else if (ring.count > 0) {
            ring.first = (ring.first + 1) % ring.room;
            ring.count--;
        }
    }
    free(ring.items);
    return 0;
}
