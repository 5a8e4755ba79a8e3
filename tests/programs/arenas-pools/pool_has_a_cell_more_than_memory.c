//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int value;
};

struct pool {
    struct cell *spare;
    unsigned count;
    struct cell *cells;
};

static int prepare(struct pool *pool, unsigned count)
{
    pool->cells = malloc(count * sizeof(struct cell));
    if (!pool->cells) {
        return 0;
    }
    pool->count = count;
    pool->spare = 0;
    for (unsigned i = 0; i <= count; i++) {
        pool->cells[i].next = pool->spare; //~ error[out-of-bounds]
        pool->spare = &pool->cells[i];
    }
    return 1;
}

static struct cell *take(struct pool *pool)
{
    struct cell *cell = pool->spare;
    if (cell) {
        pool->spare = cell->next;
    }
    return cell;
}

static void give_back(struct pool *pool, struct cell *cell)
{
    cell->next = pool->spare;
    pool->spare = cell;
}

int main(void)
{
    struct pool pool;
    unsigned count = (unsigned)__VERIFIER_nondet_int() % 5000 + 1;
    if (!prepare(&pool, count)) {
        return 0;
    }
    struct cell *held = 0;
    while (__VERIFIER_nondet_int()) {
        if (held) {
            give_back(&pool, held);
            held = 0;
        } else {
            held = take(&pool);
            if (held) {
                held->value = 1;
            }
        }
    }
    free(pool.cells);
    return 0;
}
