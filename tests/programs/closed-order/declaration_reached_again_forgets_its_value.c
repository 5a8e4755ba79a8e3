// A variable without an initialiser is indeterminate whenever its declaration is reached (C11 6.2.4p6).
static void set(int *place) {
    *place = 1;
}

int main(void) {
    static int table[2];
    int round = 0;
again:;
    int value;
    if (round == 0) {
        set(&value);
        round = 1;
        goto again;
    }
    return table[value]; //~ error[uninitialised-use]
}
