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
    first = 0;
}

static int take(void)
{
    int taken = first;
    if (taken >= 0) {
        first = pool[taken].next; //~ error[out-of-bounds]
    }
    return taken;
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
            held = -1;
        }
    }
    return 0;
}
