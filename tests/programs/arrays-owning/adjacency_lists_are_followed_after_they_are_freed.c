//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct edge {
    int to;
    struct edge *next;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 10000) {
        return 0;
    }
    struct edge **edges = malloc(count * sizeof *edges);
    if (!edges) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        edges[i] = NULL;
    }
    while (__VERIFIER_nondet_int()) {
        int from = __VERIFIER_nondet_int();
        int to = __VERIFIER_nondet_int();
        if (from < 0 || from >= count || to < 0 || to >= count) {
            continue;
        }
        struct edge *edge = malloc(sizeof *edge);
        if (!edge) {
            break;
        }
        edge->to = to;
        edge->next = edges[from];
        edges[from] = edge;
    }
    for (int i = 0; i < count; i++) {
        while (edges[i]) {
            struct edge *edge = edges[i];
            free(edge);
            edges[i] = edge->next; //~ error[use-after-free]
        }
    }
    free(edges);
    return 0;
}
