//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static char *text(int size)
{
    char *made = malloc(size);
    if (made == NULL) {
        exit(1);
    }
    for (int i = 0; i < size - 1; i++) {
        made[i] = __VERIFIER_nondet_char();
    }
    made[size - 1] = '\0';
    return made;
}

static int size_of_text(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 100000) {
        exit(1);
    }
    return size;
}

static long span_up_to(const char *letters, const char *set)
{
    for (const char *at = letters;;) {
        char letter = *at++, member;
        const char *other = set;
        do {
            if ((member = *other++) == letter) {
                return at - 1 - letters;
            }
        } while (*other != '\0' && member != '\0'); //~ error[out-of-bounds]
    }
}

int main(void)
{
    char *letters = text(size_of_text()), *set = text(size_of_text());
    span_up_to(letters, set);
    free(letters);
    free(set);
    return 0;
}
