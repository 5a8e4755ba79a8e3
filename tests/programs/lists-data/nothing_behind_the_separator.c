//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct letter {
    char code;
    struct letter *next;
};

static struct letter *prepend(char code, struct letter *next)
{
    struct letter *letter = malloc(sizeof *letter);
    letter->code = code;
    letter->next = next;
    return letter;
}

/* A separator among the letters may be the last of them. */
int main(void)
{
    struct letter *text = prepend(';', NULL);
    while (__VERIFIER_nondet_int()) {
        char code = __VERIFIER_nondet_char();
        if (code != ';')
            text = prepend(code, text);
    }
    struct letter *at = text;
    while (at->code != ';')
        at = at->next;
    at->next->code = ','; //~ error[null-dereference]
    while (text != NULL) {
        struct letter *next = text->next;
        free(text);
        text = next;
    }
    return 0;
}
