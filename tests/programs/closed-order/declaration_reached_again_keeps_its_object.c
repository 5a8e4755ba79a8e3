// The object stays the same, so its address may be kept and its value set again.
static void set(int *place) {
    *place = 1;
}

int main(void) {
    static int table[2];
    int round = 0;
    int *kept = 0;
again:;
    int value;
    if (round == 0) {
        set(&value);
        kept = &value;
        round = 1;
        goto again;
    }
    *kept = 0;
    return table[value];
}
