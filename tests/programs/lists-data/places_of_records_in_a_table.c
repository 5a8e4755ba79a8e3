//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    struct record *next;
    int place;
};

static const char table[400] = { 1, 2, 3, 4 };

/* Every record has four bytes of the table, one behind the other. */
int main(void)
{
    struct record *records = NULL;
    int count = 0;
    while (count < 100 && __VERIFIER_nondet_int()) {
        struct record *record = malloc(sizeof *record);
        record->place = 4 * count;
        record->next = records;
        records = record;
        count++;
    }
    int sum = 0;
    for (struct record *record = records; record != NULL; record = record->next)
        sum ^= table[record->place] + table[record->place + 3];
    while (records != NULL) {
        struct record *next = records->next;
        free(records);
        records = next;
    }
    return sum;
}
