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

static void copy(char *to, const char *from, int field)
{
    while (field > 0 && *from != '\0') {
        *to++ = *from++;
        field--;
    }
    while (field >= 0) {
        *to++ = '\0'; //~ error[out-of-bounds]
        field--;
    }
}

int main(void)
{
    int field = size_of_text();
    char *to = malloc(field), *from = text(size_of_text());
    if (to != NULL) {
        copy(to, from, field);
    }
    free(from);
    free(to);
    return 0;
}
