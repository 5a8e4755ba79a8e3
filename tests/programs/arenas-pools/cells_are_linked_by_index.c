//@ mode: check
extern int __VERIFIER_nondet_int(void);

/* The free cells of the pool are a list whose links are indices. */
struct cell {
    int next;
    int value;
};

static struct cell pool[64];
static int first;

static void prepare(void)
{
    for (int i = 0; i < 64; i++) {
        pool[i].next = i + 1;
    }
    pool[63].next = -1;
    first = 0;
}

static int take(void)
{
    int taken = first;
    if (taken >= 0) {
        first = pool[taken].next;
    }
    return taken;
}

static void give_back(int cell)
{
    pool[cell].next = first;
    first = cell;
}

int main(void)
{
    prepare();
    int held = -1;
    while (__VERIFIER_nondet_int()) {
        if (held < 0) {
            held = take();
            if (held >= 0) {
                pool[held].value = 3;
            }
        } else {
            give_back(held);
            held = -1;
        }
    }
    return 0;
}
