// The mark in a node's own link says that the node is deleted; a second pass unlinks and frees such nodes.
//@ options: --malloc-never-fails --at-exit
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    uintptr_t link;
    int key;
};

static struct entry *without_mark(uintptr_t link)
{
    return (struct entry *)(link & ~(uintptr_t)1);
}

int main(void)
{
    struct entry *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct entry *entry = malloc(sizeof *entry);
        entry->key = __VERIFIER_nondet_int();
        entry->link = (uintptr_t)first;
        first = entry;
    }
    for (struct entry *entry = first; entry != NULL; entry = without_mark(entry->link))
        if (entry->key < 0)
            entry->link |= 1;
    struct entry *kept = NULL;
    while (first != NULL) {
        struct entry *entry = first;
        first = without_mark(entry->link);
        if (entry->link & 1) {
            free(entry);
        } else {
            entry->link = (uintptr_t)kept;
            kept = entry;
        }
    }
    while (kept != NULL) {
        struct entry *entry = kept;
        kept = (struct entry *)entry->link;
        free(entry);
    }
    return 0;
}
