//@ choices: 10
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n)
        i += 3;
    if (i > n)
        reach_error(); //~ error[error-reached]
    return 0;
}
