//@ mode: check
//@ options: --malloc-never-fails
extern int __VERIFIER_nondet_int(void);

static int same(int number) {
    return number;
}

int main(void) {
    int (*call)(int) = 0;
    if (__VERIFIER_nondet_int() == 77777) {
        call = same;
    }
    return call(0); //~ error[bad-call-target]
}
