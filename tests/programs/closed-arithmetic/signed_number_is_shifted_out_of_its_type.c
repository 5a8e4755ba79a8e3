//@ mode: check
//@ options: --overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    if (number < 0) {
        return 0;
    }
    return number << 3 == 8; //~ error[shift-overflow]
}
