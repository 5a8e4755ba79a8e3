#include <stdio.h>

static double half(double value)
{
    return value / 2; //~ error[wrong-signature]
}

int main(void)
{
    double (*wrong)(int) = (double (*)(int))(void *)half;
    printf("%g\n", half(5));
    printf("%g\n", wrong(5)); //~ note "called from"
    return 0;
}
