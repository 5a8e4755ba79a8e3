//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[11];
    sprintf(text, "%d", __VERIFIER_nondet_int()); //~ error[out-of-bounds]
    return 0;
}
