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

static long span(const char *letters, const char *set)
{
    const char *at = letters, *other;
    char letter, member;
again:
    letter = *at++; //~ error[out-of-bounds]
    other = set;
    do {
        member = *other++;
        if (member == letter) {
            goto again;
        }
    } while (member != '\0');
    return at - 1 - letters;
}

int main(void)
{
    char *letters = text(size_of_text()), *set = text(size_of_text());
    span(letters, set);
    free(letters);
    free(set);
    return 0;
}
