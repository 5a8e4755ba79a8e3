//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[6];
    for (int i = 0; i < 5; i++) {
        text[i] = __VERIFIER_nondet_char();
    }
    text[5] = 0;
    char *copy = malloc(strlen(text) + 1);
    memcpy(copy, text, strlen(text) + 1);
    int last = copy[strlen(text)];
    free(copy);
    return last;
}
