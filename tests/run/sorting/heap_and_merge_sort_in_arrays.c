#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void sift(unsigned *a, int root, int n)
{
    for (int child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && a[child] < a[child + 1])
            child++;
        if (a[root] >= a[child])
            return;
        unsigned t = a[root];
        a[root] = a[child];
        a[child] = t;
    }
}

static void heap_sort(unsigned *a, int n)
{
    for (int i = n / 2; i-- > 0;)
        sift(a, i, n);
    while (n-- > 1) {
        unsigned t = a[0];
        a[0] = a[n];
        a[n] = t;
        sift(a, 0, n);
    }
}

static long merge_sort(unsigned *a, int n)
{
    if (n < 2)
        return 0;
    int half = n / 2, i = 0, j = half;
    long inversions = merge_sort(a, half) + merge_sort(a + half, n - half);
    unsigned *out = malloc(n * sizeof *out);
    for (int k = 0; k < n; k++)
        if (j == n || (i < half && a[i] <= a[j])) {
            out[k] = a[i++];
        } else {
            inversions += half - i;
            out[k] = a[j++];
        }
    memcpy(a, out, n * sizeof *out);
    free(out);
    return inversions;
}

int main(void)
{
    unsigned a[50], b[50], state = 99;
    for (int i = 0; i < 50; i++)
        a[i] = b[i] = (state = state * 69069 + 1) >> 20;
    heap_sort(a, 50);
    long inversions = merge_sort(b, 50);
    printf("%d %ld\n", memcmp(a, b, sizeof a), inversions);
    for (int i = 0; i < 50; i += 7)
        printf("%u ", a[i]);
    printf("\n");
    return 0;
}
