// The last column that is summed up is none.
//@ mode: check
#include <stdlib.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void destroy(double **m, int rows)
{
    for (int i = 0; i < rows; i++)
        free(m[i]);
    free(m);
}

static double **create(int rows, int columns)
{
    double **m = malloc(rows * sizeof *m);
    if (!m)
        return NULL;
    for (int i = 0; i < rows; i++) {
        m[i] = malloc(columns * sizeof **m);
        if (!m[i]) {
            destroy(m, i);
            return NULL;
        }
        for (int j = 0; j < columns; j++)
            m[i][j] = 0;
    }
    return m;
}

int main(void)
{
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
    if (rows < 1 || rows > 1000 || columns < 1 || columns > 1000)
        return 0;
    double **m = create(rows, columns);
    if (!m)
        return 1;
    double sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= columns; j++)
            sum += m[i][j]; //~ error[out-of-bounds]
    printf("%f\n", sum);
    destroy(m, rows);
    return 0;
}
