//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

#define BUCKETS 4u

extern unsigned __VERIFIER_nondet_uint(void);

struct entry {
    unsigned key;
    struct entry *next;
};

int main(void)
{
    struct entry *table[BUCKETS] = { NULL };
    while (__VERIFIER_nondet_uint()) {
        struct entry *entry = malloc(sizeof *entry);
        entry->key = __VERIFIER_nondet_uint();
        entry->next = table[entry->key % BUCKETS];
        table[entry->key % BUCKETS] = entry;
    }
    for (unsigned i = 0; i < BUCKETS; i++) {
        while (table[i] != NULL) {
            struct entry *entry = table[i];
            table[i] = entry->next;
            free(entry);
        }
    }
    return 0;
}
