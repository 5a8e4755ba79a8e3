extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count >= 32) {
        return 0;
    }
    unsigned bits = 0;
    while (__VERIFIER_nondet_int()) {
        bits ^= 1u << count;
    }
    return bits == 3;
}
