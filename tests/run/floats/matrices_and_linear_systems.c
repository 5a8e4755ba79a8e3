#include <stdio.h>

#define N 3

static void multiply(double a[N][N], double b[N][N], double result[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            result[i][j] = 0;
            for (int k = 0; k < N; k++)
                result[i][j] += a[i][k] * b[k][j];
        }
}

static int solve(double a[N][N + 1])
{
    for (int column = 0; column < N; column++) {
        int pivot = column;
        for (int row = column + 1; row < N; row++)
            if (a[row][column] * a[row][column] > a[pivot][column] * a[pivot][column])
                pivot = row;
        if (a[pivot][column] == 0)
            return 0;
        for (int k = 0; k <= N; k++) {
            double t = a[column][k];
            a[column][k] = a[pivot][k];
            a[pivot][k] = t;
        }
        for (int row = 0; row < N; row++)
            if (row != column) {
                double factor = a[row][column] / a[column][column];
                for (int k = column; k <= N; k++)
                    a[row][k] -= factor * a[column][k];
            }
    }
    return 1;
}

int main(void)
{
    double a[N][N] = { { 1, 2, 3 }, { 0, 1, 4 }, { 5, 6, 0 } }, b[N][N] = { { -24, 18, 5 }, { 20, -15, -4 }, { -5, 4, 1 } }, c[N][N];
    multiply(a, b, c);
    for (int i = 0; i < N; i++)
        printf("%g %g %g\n", c[i][0], c[i][1], c[i][2]);
    double system[N][N + 1] = { { 2, 1, -1, 8 }, { -3, -1, 2, -11 }, { -2, 1, 2, -3 } };
    if (solve(system))
        for (int i = 0; i < N; i++)
            printf("%.6f\n", system[i][N] / system[i][i]);
    double singular[N][N + 1] = { { 1, 2, 3, 4 }, { 0, 0, 0, 1 }, { 0, 0, 0, 2 } };
    return solve(singular);
}
