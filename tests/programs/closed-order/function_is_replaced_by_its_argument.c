// The function that is called may be read before or after its arguments are computed.
static int table[4];

static int same(int x) {
    return x;
}

static int more(int x) {
    return x + 1;
}

static int (*chosen)(int) = same;

static int replace(void) {
    chosen = more;
    return 3;
}

int main(void) {
    return table[chosen(replace())]; //~ error[out-of-bounds]
}
