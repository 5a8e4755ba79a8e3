//@ mode: check
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum operation { ADD, SUBTRACT, MULTIPLY, OPERATIONS };

static unsigned add(unsigned left, unsigned right) { return left + right; }
static unsigned subtract(unsigned left, unsigned right) { return left - right; }
static unsigned multiply(unsigned left, unsigned right) { return left * right; }

static unsigned (*const table[OPERATIONS])(unsigned, unsigned) = {
    [ADD] = add,
    [SUBTRACT] = subtract,
    [MULTIPLY] = multiply,
};

int main(void)
{
    unsigned result = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned operation = __VERIFIER_nondet_uint();
        if (operation <= OPERATIONS) {
            result = table[operation](result, __VERIFIER_nondet_uint()); //~ error[out-of-bounds]
        }
    }
    return result == 7;
}
