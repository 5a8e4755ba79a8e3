//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[6];
    for (int i = 0; i < 6; i++) {
        text[i] = __VERIFIER_nondet_char();
    }
    return (int)strlen(text); //~ error[unterminated-string]
}
