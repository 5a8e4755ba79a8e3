#include <stdio.h>
#include <string.h>

static int sum(int rows, int columns, int matrix[rows][columns])
{
    int total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            total += matrix[i][j];
    return total;
}

static void transpose(int n, int m, int from[n][m], int (*to)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j][i] = from[i][j];
}

static int recursive(int n)
{
    char buffer[n + 1];
    memset(buffer, 'a' + n, n);
    buffer[n] = 0;
    int below = n > 0 ? recursive(n - 1) : 0;
    printf("%s ", buffer);
    return below + sizeof buffer;
}

int main(void)
{
    for (int n = 1; n <= 3; n++) {
        int m = n + 1, a[n][m], b[m][n];
        for (int i = 0; i < n * m; i++)
            a[i / m][i % m] = i;
        transpose(n, m, a, b);
        printf("%d %d %zu %zu\n", sum(n, m, a), b[m - 1][0], sizeof a, sizeof b[0]);
    }
    printf("%d\n", recursive(4));
    int n = 5;
    typedef int row[n];
    n = 9;
    row r;
    printf("%zu\n", sizeof r / sizeof r[0]);
    for (int i = 0; i < 3; i++) {
        char text[i + 2], (*p)[i + 2] = &text;
        snprintf(*p, sizeof *p, "%s", "wxyz");
        printf("%s ", text);
    }
    printf("\n");
    return 0;
}
