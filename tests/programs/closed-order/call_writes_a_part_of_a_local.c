// A record of the caller is reached by the address of one of its members.
struct pair {
    int index, other;
};

static int table[2];

static int change(int *place) {
    *place = 2;
    return 7;
}

int main(void) {
    struct pair pair = { 0, 0 };
    table[pair.index] = change(&pair.index); //~ error[out-of-bounds]
    return 0;
}
