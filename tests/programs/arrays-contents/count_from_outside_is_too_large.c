// More elements are stored than a large array has, if the number from outside says so.
//@ mode: check
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static int numbers[100000];
    int count = __VERIFIER_nondet_int();
    int even = 0;
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int(); //~ error[out-of-bounds]
    }
    for (int i = 0; i < count; i++) {
        if (numbers[i] % 2 == 0) {
            even++;
        }
    }
    return even;
}
