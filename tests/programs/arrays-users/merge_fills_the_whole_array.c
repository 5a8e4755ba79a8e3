//@ mode: check
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000 || m < 1 || m > 10000) {
        return 0;
    }
    int *a = malloc(n * sizeof *a);
    int *b = malloc(m * sizeof *b);
    int *merged = malloc((n + m) * sizeof *merged);
    if (a != NULL && b != NULL && merged != NULL) {
        for (int i = 0; i < n; i++) {
            a[i] = 2 * i;
        }
        for (int i = 0; i < m; i++) {
            b[i] = 3 * i;
        }
        int i = 0;
        int j = 0;
        int k = 0;
        while (i < n && j < m) {
            merged[k++] = a[i] < b[j] ? a[i++] : b[j++];
        }
        while (i < n) {
            merged[k++] = a[i++];
        }
        while (j < m) {
            merged[k++] = b[j++];
        }
        assert(k == n + m);
    }
    free(a);
    free(b);
    free(merged);
    return 0;
}
