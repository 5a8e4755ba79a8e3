//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[12];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return 0;
}
