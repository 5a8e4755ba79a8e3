//@ mode: check
extern int __VERIFIER_nondet_int(void);

/* The free cells of the pool are a list through the cells. */
struct cell {
    struct cell *next;
    int value;
};

static struct cell pool[8];
static struct cell *spare;

static void prepare(void)
{
    for (int i = 0; i < 8; i++) {
        pool[i].next = &pool[i + 1];
    }
    spare = &pool[0];
}

static struct cell *take(void)
{
    struct cell *cell = spare;
    if (cell) {
        spare = cell->next; //~ error[out-of-bounds]
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
    while (__VERIFIER_nondet_int()) {
        struct cell *held = take();
        if (held && __VERIFIER_nondet_int()) {
            give_back(held);
        }
    }
    return 0;
}
