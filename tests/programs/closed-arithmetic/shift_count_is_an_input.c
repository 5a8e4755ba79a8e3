extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    return (1u << count) == 3; //~ error[shift-out-of-range]
}
