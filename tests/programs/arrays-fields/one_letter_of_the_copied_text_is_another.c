// One letter is replaced by another one.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static void copy(char *to, const char *from)
{
    int i = 0;
    while (from[i]) {
        to[i] = from[i] == '%' ? '/' : from[i];
        i++;
    }
    to[i] = 0;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    char *text = malloc(count);
    char *copied = malloc(count);
    for (int i = 0; i < count - 1; i++) {
        char letter = __VERIFIER_nondet_char();
        if (letter == 0) {
            letter = 'x';
        }
        text[i] = letter;
    }
    text[count - 1] = 0;
    copy(copied, text);
    for (int i = 0; text[i]; i++) {
        assert(copied[i] == text[i]); //~ error[assertion-failure]
    }
    free(text);
    free(copied);
    return 0;
}
