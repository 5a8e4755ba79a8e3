#include <stdio.h>
#include <string.h>

enum { SIZE = 8 };
typedef unsigned char board[SIZE][SIZE];

static int neighbours(board b, int y, int x)
{
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx)
                count += b[(y + dy + SIZE) % SIZE][(x + dx + SIZE) % SIZE];
    return count;
}

static int step(board b)
{
    board next;
    int alive = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            int n = neighbours(b, y, x);
            next[y][x] = n == 3 || (n == 2 && b[y][x]);
            alive += next[y][x];
        }
    memcpy(b, next, sizeof(board));
    return alive;
}

int main(void)
{
    board b = { [0][1] = 1, [1][2] = 1, [2] = { 1, 1, 1 } };
    board start;
    memcpy(start, b, sizeof b);
    int alive = 0;
    for (int generation = 0; generation < 32; generation++)
        alive += step(b);
    printf("%d %d\n", alive, memcmp(b, start, sizeof b));
    b[4][4] = b[4][5] = b[4][6] = 1;
    for (int i = 0; i < 3; i++)
        step(b);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++)
            putchar(b[y][x] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
