//@ choices: 7,5,0
//@ options: --ignore memory-lost
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < 2; i++)
        sum += n % __VERIFIER_nondet_int(); //~ error[division-by-zero]
    return sum;
}
