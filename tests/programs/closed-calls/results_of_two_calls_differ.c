// What the function computes is too deep to be kept as a term; the results of two calls are still
// two values.
extern int __VERIFIER_nondet_int(void);

#define STEP x = x / 3u * 5u + x % 7u;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP
#define MANY_STEPS STEPS STEPS STEPS STEPS STEPS STEPS STEPS STEPS

static unsigned scramble(unsigned x) {
    while (__VERIFIER_nondet_int()) {
    }
    MANY_STEPS
    return x;
}

int main(void) {
    unsigned first = scramble((unsigned)__VERIFIER_nondet_int());
    unsigned second = scramble((unsigned)__VERIFIER_nondet_int());
    if (first != second) {
        *(int *)0 = 1; //~ error[null-dereference]
    }
    return 0;
}
