//@ mode: check
extern int __VERIFIER_nondet_int(void);

struct ring {
    int numbers[8];
    unsigned first;
    unsigned behind_last;
};

static int put(struct ring *ring, int number)
{
    unsigned next = (ring->behind_last + 1) % 8;
    if (next == ring->first) {
        return 0;
    }
    ring->numbers[ring->behind_last] = number;
    ring->behind_last = next;
    return 1;
}

static int take(struct ring *ring, int *number)
{
    if (ring->first == ring->behind_last) {
        return 0;
    }
    *number = ring->numbers[ring->first];
    ring->first = (ring->first + 1) % 8;
    return 1;
}

int main(void)
{
    static struct ring ring;
    int number = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            put(&ring, number);
        } else {
            take(&ring, &number);
        }
    }
    return number;
}
