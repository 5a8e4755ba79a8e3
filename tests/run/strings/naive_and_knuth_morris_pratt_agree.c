#include <stdio.h>
#include <string.h>

static int naive(const char *text, const char *pattern, int *positions)
{
    int count = 0;
    size_t n = strlen(text), m = strlen(pattern);
    for (size_t i = 0; i + m <= n; i++)
        if (memcmp(text + i, pattern, m) == 0)
            positions[count++] = i;
    return count;
}

static int fast(const char *text, const char *pattern, int *positions)
{
    int fail[32], count = 0, m = strlen(pattern);
    fail[0] = -1;
    for (int i = 0, j = -1; i < m;) {
        while (j >= 0 && pattern[i] != pattern[j])
            j = fail[j];
        fail[++i] = ++j;
    }
    for (int i = 0, j = 0; text[i];) {
        while (j >= 0 && (j == m || text[i] != pattern[j]))
            j = fail[j];
        i++;
        if (++j == m)
            positions[count++] = i - m;
    }
    return count;
}

int main(void)
{
    const char *texts[] = { "abababcabab", "aaaaaa", "mississippi", "xyz" };
    const char *patterns[] = { "abab", "aa", "issi", "q", "z" };
    for (int t = 0; t < 4; t++)
        for (int p = 0; p < 5; p++) {
            int a[32], b[32];
            int n = naive(texts[t], patterns[p], a), m = fast(texts[t], patterns[p], b);
            printf("%d%s ", n, n == m && memcmp(a, b, n * sizeof *a) == 0 ? "" : " differ");
        }
    printf("\n");
    return 0;
}
