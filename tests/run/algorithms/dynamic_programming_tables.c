#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    int *previous = malloc((m + 1) * sizeof *previous), *current = malloc((m + 1) * sizeof *current);
    for (size_t j = 0; j <= m; j++)
        previous[j] = j;
    for (size_t i = 1; i <= n; i++) {
        current[0] = i;
        for (size_t j = 1; j <= m; j++) {
            int best = previous[j - 1] + (a[i - 1] != b[j - 1]);
            if (previous[j] + 1 < best)
                best = previous[j] + 1;
            if (current[j - 1] + 1 < best)
                best = current[j - 1] + 1;
            current[j] = best;
        }
        int *t = previous;
        previous = current;
        current = t;
    }
    int result = previous[m];
    free(previous);
    free(current);
    return result;
}

static int common(const char *a, const char *b, char *out)
{
    int n = strlen(a), m = strlen(b), table[16][16] = { { 0 } };
    for (int i = n; i-- > 0;)
        for (int j = m; j-- > 0;)
            table[i][j] = a[i] == b[j] ? table[i + 1][j + 1] + 1
                        : table[i + 1][j] > table[i][j + 1] ? table[i + 1][j] : table[i][j + 1];
    for (int i = 0, j = 0; i < n && j < m;)
        if (a[i] == b[j]) {
            *out++ = a[i++];
            j++;
        } else if (table[i + 1][j] >= table[i][j + 1]) {
            i++;
        } else {
            j++;
        }
    *out = 0;
    return table[0][0];
}

static long ways(int amount)
{
    static const int coins[] = { 1, 5, 10, 25, 50 };
    long count[101] = { 1 };
    for (int c = 0; c < 5; c++)
        for (int v = coins[c]; v <= amount; v++)
            count[v] += count[v - coins[c]];
    return count[amount];
}

int main(void)
{
    printf("%d %d %d\n", edit_distance("kitten", "sitting"), edit_distance("", "abc"), edit_distance("same", "same"));
    char out[16];
    int length = common("AGGTABQX", "GXTXAYBX", out);
    printf("%d %s\n", length, out);
    printf("%ld %ld\n", ways(100), ways(3));
    return 0;
}
