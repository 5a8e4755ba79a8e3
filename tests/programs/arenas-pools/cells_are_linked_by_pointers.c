//@ mode: check
extern int __VERIFIER_nondet_int(void);

/* The free cells of the pool are a list through the cells. */
struct cell {
    struct cell *next;
    int value;
};

static struct cell pool[5000];
static struct cell *spare;

static void prepare(void)
{
    for (int i = 0; i < 4999; i++) {
        pool[i].next = &pool[i + 1];
    }
    pool[4999].next = 0;
    spare = &pool[0];
}

static struct cell *take(void)
{
    struct cell *cell = spare;
    if (cell) {
        spare = cell->next;
    }
    return cell;
}

static void give_back(struct cell *cell)
{
    cell->next = spare;
    spare = cell;
}

int main(void)
{
    prepare();
    struct cell *held = 0;
    while (__VERIFIER_nondet_int()) {
        if (!held) {
            held = take();
            if (held) {
                held->value = 3;
            }
        } else {
            give_back(held);
            held = 0;
        }
    }
    return 0;
}
