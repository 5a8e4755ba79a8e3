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

static int contains(const char *whole, const char *part)
{
    for (; *whole != '\0'; whole++) {
        const char *at = whole, *wanted = part;
        while (*wanted == *at) { //~ error[out-of-bounds]
            wanted++;
            at++;
        }
        if (*wanted == '\0') {
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    char *whole = text(size_of_text()), *part = text(size_of_text());
    contains(whole, part);
    free(whole);
    free(part);
    return 0;
}
