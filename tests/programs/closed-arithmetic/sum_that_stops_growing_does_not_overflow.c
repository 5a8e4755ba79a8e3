//@ options: --overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;
    while (__VERIFIER_nondet_int())
        if (sum < 2000000000)
            sum += 1000000;
    return 0;
}
