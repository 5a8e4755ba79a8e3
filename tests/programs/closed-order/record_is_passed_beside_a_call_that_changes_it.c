// A record that is passed may be copied before or after the other arguments are computed.
struct pair {
    int first, second;
};

static struct pair pair = { 1, 2 };
static int table[4];

static int change(void) {
    pair.first = 9;
    return 0;
}

static int use(struct pair passed, int unused) {
    (void)unused;
    return table[passed.first]; //~ error[out-of-bounds]
}

int main(void) {
    return use(pair, change());
}
