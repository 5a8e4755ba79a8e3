//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct name {
    char *text;
    struct name *next;
};

int main(void)
{
    struct name *names = NULL;
    while (__VERIFIER_nondet_uint()) {
        unsigned length = __VERIFIER_nondet_uint() % 64;
        struct name *name = malloc(sizeof *name);
        name->text = malloc(length + 1);
        for (unsigned i = 0; i < length; i++)
            name->text[i] = 'a';
        name->text[length] = 0;
        name->next = names;
        names = name;
    }
    for (struct name *name = names; name != NULL; name = name->next)
        name->text[1] = 'A'; //~ error[out-of-bounds]
    while (names != NULL) {
        struct name *name = names;
        names = name->next;
        free(name->text);
        free(name);
    }
    return 0;
}
