//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    struct record *next;
    int place;
};

static const char table[11] = { 1, 2, 3, 4 };

/* The last record has only three bytes. */
int main(void)
{
    struct record *records = NULL;
    int count = 0;
    while (count < 3 && __VERIFIER_nondet_int()) {
        struct record *record = malloc(sizeof *record);
        record->place = 4 * count;
        record->next = records;
        records = record;
        count++;
    }
    int sum = 0;
    for (struct record *record = records; record != NULL; record = record->next)
        sum ^= table[record->place] + table[record->place + 3]; //~ error[out-of-bounds]
    while (records != NULL) {
        struct record *next = records->next;
        free(records);
        records = next;
    }
    return sum;
}
