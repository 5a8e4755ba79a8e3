//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[16];
    int length = snprintf(text, sizeof text, "%s: %d", "a number of some length", __VERIFIER_nondet_int());
    if (length < 0) {
        return 0;
    }
    return (int)strlen(text);
}
