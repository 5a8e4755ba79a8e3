#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 7

struct edge { int to, cost; struct edge *next; };

static struct edge *edges[NODES];

static void connect(int a, int b, int cost)
{
    struct edge *e = malloc(sizeof *e);
    *e = (struct edge){ b, cost, edges[a] };
    edges[a] = e;
}

static void dijkstra(int start, int *distance, int *previous)
{
    char done[NODES] = { 0 };
    for (int i = 0; i < NODES; i++) {
        distance[i] = INT_MAX;
        previous[i] = -1;
    }
    distance[start] = 0;
    for (;;) {
        int best = -1;
        for (int i = 0; i < NODES; i++)
            if (!done[i] && distance[i] != INT_MAX && (best < 0 || distance[i] < distance[best]))
                best = i;
        if (best < 0)
            return;
        done[best] = 1;
        for (struct edge *e = edges[best]; e; e = e->next)
            if (distance[best] + e->cost < distance[e->to]) {
                distance[e->to] = distance[best] + e->cost;
                previous[e->to] = best;
            }
    }
}

static void path(const int *previous, int node)
{
    if (previous[node] >= 0)
        path(previous, previous[node]);
    printf("%c", 'A' + node);
}

int main(void)
{
    static const int list[][3] = { { 0, 1, 4 }, { 0, 2, 1 }, { 2, 1, 2 }, { 1, 3, 5 }, { 2, 3, 8 }, { 3, 4, 3 }, { 5, 6, 1 } };
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
        connect(list[i][0], list[i][1], list[i][2]);
    int distance[NODES], previous[NODES];
    dijkstra(0, distance, previous);
    for (int i = 0; i < NODES; i++)
        if (distance[i] == INT_MAX) {
            printf("%c unreachable\n", 'A' + i);
        } else {
            path(previous, i);
            printf(" %d\n", distance[i]);
        }
    for (int i = 0; i < NODES; i++)
        while (edges[i]) {
            struct edge *e = edges[i];
            edges[i] = e->next;
            free(e);
        }
    return distance[4];
}
