// A conversion that prints no letter of its string needs one all the same (C11 7.21.6.1p8).
#include <stdio.h>

int main(void)
{
    printf("%.0s\n", (char *)0); //~ error[null-dereference]
    return 0;
}
