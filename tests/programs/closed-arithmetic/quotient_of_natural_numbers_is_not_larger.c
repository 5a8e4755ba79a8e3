//@ mode: check
//@ options: --overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int dividend = __VERIFIER_nondet_int();
    int divisor = __VERIFIER_nondet_int();
    char marks[101];
    if (dividend < 0 || dividend > 100 || divisor <= 0) {
        return 0;
    }
    marks[dividend / divisor] = 1;
    return 0;
}
