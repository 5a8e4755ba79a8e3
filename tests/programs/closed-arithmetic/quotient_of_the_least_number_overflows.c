//@ mode: check
//@ options: --overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int dividend = __VERIFIER_nondet_int();
    int divisor = __VERIFIER_nondet_int();
    if (divisor == 0) {
        return 0;
    }
    return dividend / divisor == 5; //~ error[signed-overflow]
}
