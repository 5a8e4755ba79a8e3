//@ mode: check
extern int __VERIFIER_nondet_int(void);

/* Any number of cells is in use: they are a list as the free ones are. */
struct cell {
    struct cell *next;
    int value;
};

static struct cell pool[3000];
static struct cell *spare;

static void prepare(void)
{
    spare = 0;
    for (int i = 0; i < 3000; i++) {
        pool[i].next = spare;
        spare = &pool[i];
    }
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
    struct cell *used = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct cell *cell = take();
            if (cell) {
                cell->value = 3;
                cell->next = used;
                used = cell;
            }
        } else if (used) {
            struct cell *cell = used;
            used = cell->next;
            give_back(cell);
        }
    }
    return 0;
}
