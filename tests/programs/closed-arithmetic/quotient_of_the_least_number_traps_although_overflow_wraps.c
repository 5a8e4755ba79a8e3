//@ mode: check
// That signed sums wrap around says nothing of quotients: processors trap.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    int divisor = __VERIFIER_nondet_int();
    if (divisor == 0) return 0;
    return number % divisor == 5; //~ error[division-by-zero]
}
