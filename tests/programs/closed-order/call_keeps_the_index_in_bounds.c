// Whichever index counts, the target is there; and what was written is found at one of both places.
static int index_;
static int table[2];

static int next(void) {
    index_ = 1;
    return 7;
}

int main(void) {
    table[index_] = next();
    if (table[0] + table[1] != 7 || table[0] != 0 && table[0] != 7) {
        *(int *)0 = 1;
    }
    return 0;
}
