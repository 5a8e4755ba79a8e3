// The value of an assignment may be computed before its target is found, and both compilers do so.
static int index_;
static int table[2];

static int next(void) {
    index_ = 2;
    return 7;
}

int main(void) {
    table[index_] = next(); //~ error[out-of-bounds]
    return 0;
}
