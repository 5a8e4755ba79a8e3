//@ mode: check
//@ options: --malloc-never-fails
extern int __VERIFIER_nondet_int(void);

static int at(long index) {
    int numbers[4] = {0};
    return numbers[index]; //~ error[uninitialised-use]
}

int main(void) {
    int (*call)(int) = (int (*)(int))at;
    return call(__VERIFIER_nondet_int() & 3);
}
