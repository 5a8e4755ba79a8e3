//@ mode: check
//@ options: --malloc-never-fails
#include <ctype.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int counts[10] = { 0 };
    int character = getchar();
    if ((isdigit)(character)) {
        counts[character - '0']++;
    }
    return 0;
}
