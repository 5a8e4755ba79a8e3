//@ mode: check
extern int __VERIFIER_nondet_int(void);

union cell {
    union cell *next;
    char payload[32];
};

static union cell pool[5000];
static union cell *spare;

int main(void)
{
    for (int i = 0; i < 5000; i++) {
        pool[i].next = spare;
        spare = &pool[i];
    }
    while (__VERIFIER_nondet_int()) {
        union cell *cell = spare;
        if (!cell) {
            break;
        }
        spare = cell->next;
        for (int i = 0; i < 32; i++) {
            cell->payload[i] = 7;
        }
        cell->next = spare;
        spare = cell;
    }
    return 0;
}
