// As distances_to_the_next_node_are_walked_twice, but a distance is read from a node that was freed.
//@ options: --malloc-never-fails --at-exit
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    int number;
    intptr_t next;
};

static struct record *next_of(struct record *record)
{
    return record->next == 0 ? NULL : //~ error[use-after-free]
        (struct record *)((intptr_t)record + record->next);
}

int main(void)
{
    struct record *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct record *record = malloc(sizeof *record);
        record->number = __VERIFIER_nondet_int();
        record->next = first == NULL ? 0 : (intptr_t)first - (intptr_t)record;
        first = record;
    }
    for (struct record *record = first; record != NULL; record = next_of(record))
        record->number = 0;
    while (first != NULL) {
        struct record *freed = first;
        free(freed);
        first = next_of(freed);
    }
    return 0;
}
