// Links are distances from the node that holds them; the list is walked before it is freed.
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
    return record->next == 0 ? NULL : (struct record *)((intptr_t)record + record->next);
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
        struct record *next = next_of(first);
        free(first);
        first = next;
    }
    return 0;
}
