//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", 1); //~ error[variadic-misuse]
    return 0;
}
