// `total += add()` may add to the value before the call or to that after it.
static int total = 1;
static int table[4];

static int add(void) {
    total = 3;
    return 1;
}

int main(void) {
    total += add();
    return table[total]; //~ error[out-of-bounds]
}
