//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

struct row {
    struct cell *cells;
    struct row *next;
};

static struct row *build(void)
{
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *row = malloc(sizeof *row);
        row->cells = NULL;
        row->next = rows;
        rows = row;
        while (__VERIFIER_nondet_int()) {
            struct cell *cell = malloc(sizeof *cell);
            cell->value = 0;
            cell->next = row->cells;
            row->cells = cell;
        }
    }
    return rows;
}

int main(void)
{
    struct row *rows = build();
    while (rows != NULL) {
        struct row *row = rows;
        struct cell *cell = row->cells;
        while (cell != NULL) {
            struct cell *next = cell->next;
            cell = next;
        }
        rows = row->next;
        free(row); //~ error[memory-lost]
    }
    return 0;
}
