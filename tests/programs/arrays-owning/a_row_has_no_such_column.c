//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define COLUMNS 6

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000) {
        return 0;
    }
    int **rows = malloc(count * sizeof *rows);
    if (!rows) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        rows[i] = malloc(COLUMNS * sizeof **rows);
        if (!rows[i]) {
            while (i > 0) {
                free(rows[--i]);
            }
            free(rows);
            return 0;
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= COLUMNS; j++) {
            rows[i][j] = i * j; //~ error[out-of-bounds]
        }
    }
    for (int i = 0; i < count; i++) {
        free(rows[i]);
    }
    free(rows);
    return 0;
}
