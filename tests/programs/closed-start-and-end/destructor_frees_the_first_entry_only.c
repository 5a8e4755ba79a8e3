//@ options: --malloc-never-fails --at-exit
// The function that runs after `main` frees the first entry only.
#include <stdlib.h>

struct entry {
    struct entry *next;
    int value;
};

static struct entry *entries;

__attribute__((constructor)) static void fill(void) {
    for (int value = 0; value < 3; value++) {
        struct entry *entry = malloc(sizeof *entry);
        if (!entry) {
            abort();
        }
        entry->value = value;
        entry->next = entries;
        entries = entry;
    }
}

__attribute__((destructor)) static void drain(void) {
    if (entries) {
        struct entry *next = entries->next;
        free(entries);
        entries = next;
    }
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = entries->value + entries->next->value;
    while (__VERIFIER_nondet_int()) {
        struct entry *entry = malloc(sizeof *entry);
        if (!entry) {
            exit(1);
        }
        entry->value = sum;
        entry->next = entries;
        entries = entry;
    }
    return sum > 10; //~ error[not-freed-at-exit]
}
