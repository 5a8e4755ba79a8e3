#include <stdio.h>
#include <stdlib.h>

union cell { union cell *next_free; struct { short x, y; float z; } data; };

struct pool { union cell *cells, *free; int capacity, live; };

static int open_pool(struct pool *p, int capacity)
{
    p->cells = malloc(capacity * sizeof *p->cells);
    if (!p->cells)
        return 0;
    p->capacity = capacity;
    p->live = 0;
    p->free = NULL;
    for (int i = capacity; i-- > 0;) {
        p->cells[i].next_free = p->free;
        p->free = &p->cells[i];
    }
    return 1;
}

static union cell *take(struct pool *p)
{
    union cell *c = p->free;
    if (c) {
        p->free = c->next_free;
        p->live++;
    }
    return c;
}

static void give(struct pool *p, union cell *c)
{
    c->next_free = p->free;
    p->free = c;
    p->live--;
}

int main(void)
{
    struct pool pool;
    if (!open_pool(&pool, 5))
        return 1;
    union cell *taken[6];
    for (int i = 0; i < 6; i++)
        if ((taken[i] = take(&pool))) {
            taken[i]->data.x = i;
            taken[i]->data.z = i * 0.5f;
        }
    printf("%d %d\n", taken[5] == NULL, pool.live);
    give(&pool, taken[1]);
    give(&pool, taken[3]);
    union cell *again = take(&pool);
    printf("%d %d\n", again == taken[3], pool.live);
    printf("%d %g %td\n", taken[4]->data.x, taken[4]->data.z, taken[2] - pool.cells);
    free(pool.cells);
    return 0;
}
