//@ options: --overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;
    while (__VERIFIER_nondet_int())
        sum += 1000000; //~ error[signed-overflow] "2147000000 + 1000000"
    return 0;
}
