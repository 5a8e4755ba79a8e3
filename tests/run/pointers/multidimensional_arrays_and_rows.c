#include <stdio.h>

static int table[3][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } };

static int (*row(int n))[4]
{
    return &table[n];
}

static void clear(int (*rows)[4], int count)
{
    for (int (*r)[4] = rows; r < rows + count; r++)
        for (int *p = *r; p < *r + 4; p++)
            *p = 0;
}

int main(void)
{
    printf("%d %d %d\n", table[1][2], *(*(table + 2) + 1), (*row(0))[3]);
    printf("%zu %zu %zu\n", sizeof table, sizeof table[0], sizeof table[0][0]);
    printf("%td %td\n", &table[2] - &table[0], &table[1][3] - &table[1][0]);
    int cube[2][3][4], n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = n++;
    printf("%d %d\n", cube[1][2][3], *cube[1][1]);
    int (*plane)[3][4] = &cube[1];
    printf("%d %d\n", (*plane)[0][2], (**plane)[3]);
    const char *words[][2] = { { "one", "eins" }, { "two", "zwei" } };
    for (int i = 0; i < 2; i++)
        printf("%s=%s\n", words[i][0], words[i][1]);
    int *rows[3] = { table[2], table[0], table[1] };
    printf("%d %d %d\n", rows[0][0], rows[1][1], rows[2][2]);
    clear(table + 1, 1);
    printf("%d %d %d\n", table[0][3], table[1][0], table[2][0]);
    char board[3][3 + 1] = { "xo.", ".x.", "o.x" };
    int diagonal = 1;
    for (int i = 0; i < 3; i++)
        diagonal &= board[i][i] == 'x';
    printf("%d %s\n", diagonal, board[1]);
    return 0;
}
