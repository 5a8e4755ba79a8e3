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
    while (__VERIFIER_nondet_uint()) { //~ invariant seg(names -> 0; count n >= 0; node 16 entry 0 link 8 word 8 { 0..8: owns block 0 and text entry 0 { 0..end: uninit } })
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
        name->text[0] = 'A';
    while (names != NULL) {
        struct name *name = names;
        names = name->next;
        free(name->text);
        free(name);
    }
    return 0;
}
