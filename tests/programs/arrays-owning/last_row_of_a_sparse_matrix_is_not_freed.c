// The last row of a matrix is not freed.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
struct cell { int column; int value; struct cell *next; };
struct row { struct cell *first; };
int main(void) {
    int n;
    if (scanf("%d", &n) != 1 || n <= 0 || n > 10000) return 1;
    struct row *rows = calloc(n, sizeof *rows);
    if (!rows) return 1;
    int i, j;
    int v;
    while (scanf("%d %d %d", &i, &j, &v) == 3) {
        if (i < 0 || i >= n || j < 0 || j >= n) continue;
        struct cell *c = malloc(sizeof *c);
        if (!c) break;
        c->column = j;
        c->value = v;
        c->next = rows[i].first;
        rows[i].first = c;
    }
    for (i = 0; i < n; i++) {
        long sum = 0;
        for (struct cell *c = rows[i].first; c; c = c->next) sum += c->value;
        printf("%ld\n", sum);
    }
    for (i = 0; i < n - 1; i++) {
        struct cell *c = rows[i].first;
        while (c) { struct cell *next = c->next; free(c); c = next; }
    }
    free(rows);
    return 0; //~ error[memory-lost]
}
