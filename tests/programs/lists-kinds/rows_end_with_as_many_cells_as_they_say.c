//@ options: --at-exit
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct row {
    int columns;
    struct row *next;
    int cells[];
};

int main(void)
{
    struct row *rows = NULL;
    for (;;) {
        int columns = __VERIFIER_nondet_int();
        if (columns <= 0 || columns > 100)
            break;
        struct row *row = malloc(sizeof *row + columns * sizeof(int));
        if (row == NULL)
            break;
        row->columns = columns;
        row->next = rows;
        memset(row->cells, 0, columns * sizeof(int));
        rows = row;
    }
    int sum = 0;
    for (struct row *row = rows; row != NULL; row = row->next)
        for (int i = 0; i < row->columns; i++)
            sum += row->cells[i];
    while (rows != NULL) {
        struct row *next = rows->next;
        free(rows);
        rows = next;
    }
    return sum == 7;
}
