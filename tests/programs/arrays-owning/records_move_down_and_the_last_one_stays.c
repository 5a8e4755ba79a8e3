//@ mode: check
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    char *name;
    int number;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    struct record *records = malloc(count * sizeof *records);
    if (!records) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        records[i].name = malloc(10);
        if (!records[i].name) {
            abort();
        }
        records[i].number = i;
    }
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at >= count) {
        at = 0;
    }
    free(records[at].name);
    for (int i = at; i + 1 < count; i++) {
        records[i] = records[i + 1];
    }
    for (int i = 0; i < count; i++) {
        free(records[i].name); //~ error[double-free]
    }
    free(records);
    return 0;
}
