//@ mode: check
extern int __VERIFIER_nondet_int(void);

/* Nobody asks whether a cell is left. */
struct cell {
    struct cell *next;
    int value;
};

static struct cell pool[4];
static struct cell *spare;

static void prepare(void)
{
    spare = 0;
    for (int i = 0; i < 4; i++) {
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
            cell->value = 3; //~ error[null-dereference]
            cell->next = used;
            used = cell;
        } else if (used) {
            struct cell *cell = used;
            used = cell->next;
            give_back(cell);
        }
    }
    return 0;
}
