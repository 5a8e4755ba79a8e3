// The members of a union lie over each other, so a call that writes one changes what another operand reads.
union word {
    struct {
        int index;
    } named;
    int number;
};

static int table[2];

static int change(union word *word) {
    word->number = 2;
    return 7;
}

static void set(union word *word) {
    table[word->named.index] = change(word); //~ error[out-of-bounds]
}

int main(void) {
    union word word = { .number = 0 };
    set(&word);
    return 0;
}
