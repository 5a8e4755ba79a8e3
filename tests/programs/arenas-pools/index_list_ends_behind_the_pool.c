//@ mode: check
extern int __VERIFIER_nondet_int(void);

/* Free cells and those in use are lists whose links are indices. */
struct cell {
    int next;
    int value;
};

static struct cell pool[20];
static int spare;

int main(void)
{
    for (int i = 0; i < 20; i++) {
        pool[i].next = i + 1;
    }
    pool[19].next = 20;
    spare = 0;
    int used = -1;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int cell = spare;
            if (cell >= 0) {
                spare = pool[cell].next; //~ error[out-of-bounds]
                pool[cell].value = 3;
                pool[cell].next = used;
                used = cell;
            }
        } else if (used >= 0) {
            int cell = used;
            used = pool[cell].next;
            pool[cell].next = spare;
            spare = cell;
        }
    }
    return 0;
}
