//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int find(int *parent, int x)
{
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

static void unite(int *parent, int a, int b)
{
    a = find(parent, a);
    b = find(parent, b);
    if (a != b) {
        parent[a] = b;
    }
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000) {
        return 0;
    }
    int *parent = malloc(count * sizeof *parent);
    if (!parent) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        parent[i] = i;
    }
    while (__VERIFIER_nondet_int()) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        if (a < 0 || a >= count || b < 0 || b >= count) {
            continue;
        }
        unite(parent, a, b);
    }
    int sets = 0;
    for (int i = 0; i < count; i++) {
        if (parent[i] == i) {
            sets++;
        }
    }
    free(parent);
    return sets;
}
