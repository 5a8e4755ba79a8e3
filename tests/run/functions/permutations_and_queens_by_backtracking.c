#include <stdio.h>

static int solutions;

static int safe(const int *columns, int row)
{
    for (int i = 0; i < row; i++) {
        int d = columns[i] - columns[row];
        if (d == 0 || d == row - i || d == i - row)
            return 0;
    }
    return 1;
}

static void place(int *columns, int row, int n)
{
    if (row == n) {
        if (solutions++ == 0)
            for (int i = 0; i < n; i++)
                printf("%d ", columns[i]);
        return;
    }
    for (columns[row] = 0; columns[row] < n; columns[row]++)
        if (safe(columns, row))
            place(columns, row + 1, n);
}

static void permute(char *text, int from, int length)
{
    if (from == length) {
        printf("%s ", text);
        return;
    }
    for (int i = from; i < length; i++) {
        char c = text[from];
        text[from] = text[i];
        text[i] = c;
        permute(text, from + 1, length);
        text[i] = text[from];
        text[from] = c;
    }
}

int main(void)
{
    int columns[6];
    place(columns, 0, 6);
    printf("%d\n", solutions);
    char text[] = "abcd";
    permute(text, 0, 4);
    printf("\n%s\n", text);
    return 0;
}
