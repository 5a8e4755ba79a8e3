// A zero ends what is copied, but there need not be one: all of a large array is read before that is seen.
//@ mode: check
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static int source[100000];
    static int target[100000];
    for (int i = 0; i < 100000; i++) {
        source[i] = __VERIFIER_nondet_int();
    }
    int i = 0;
    while (source[i] != 0) { //~ error[out-of-bounds]
        target[i] = source[i];
        i++;
    }
    return target[0];
}
