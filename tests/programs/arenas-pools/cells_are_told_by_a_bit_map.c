//@ mode: check
extern int __VERIFIER_nondet_int(void);

static unsigned used;
static int pool[32][4];

static int *take(void)
{
    for (int i = 0; i < 32; i++) {
        if (!(used >> i & 1)) {
            used |= 1u << i;
            return pool[i];
        }
    }
    return 0;
}

static void give_back(int *cell)
{
    used &= ~(1u << (cell - pool[0]) / 4);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int *cell = take();
        if (cell) {
            cell[3] = 1;
            if (__VERIFIER_nondet_int()) {
                give_back(cell);
            }
        }
    }
    return 0;
}
