//@ mode: check
// Either the divisor is not -1, or the number is not the least one.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    int divisor = __VERIFIER_nondet_int();
    if (divisor == 0) return 0;
    if (divisor != -1) return number / divisor;
    if (number + 1 > -2147483647) return number % divisor;
    return 0;
}
