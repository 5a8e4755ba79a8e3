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

static void pack(char *to, const char *from)
{
    int kept = 0;
    for (int i = 0; from[i] != '\0'; i++) {
        if (from[i] != ' ') {
            to[kept++] = from[i];
        }
    }
    to[kept] = '\0';
}

int main(void)
{
    int size = size_of_text();
    char *to = malloc(size), *from = text(size);
    if (to != NULL) {
        pack(to, from);
    }
    free(from);
    free(to);
    return 0;
}
