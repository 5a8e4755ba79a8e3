extern void __VERIFIER_error(void);

static void require(int condition)
{
    if (!condition)
        __VERIFIER_error(); //~ error[error-reached]
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    require(sum == 45);
    require(sum == 55); //~ note "called from"
    return 0;
}
