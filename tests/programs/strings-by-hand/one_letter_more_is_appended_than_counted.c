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

static void append(char *to, const char *from, int most)
{
    while (*to != '\0') {
        to++;
    }
    while (most != 0 && (*to = *from++) != '\0') {
        most--;
        to++;
    }
    *to = '\0'; //~ error[out-of-bounds]
}

int main(void)
{
    int first = size_of_text(), second = size_of_text(), most = size_of_text();
    char *to = malloc(first + most - 1);
    if (to == NULL) {
        return 0;
    }
    for (int i = 0; i < first - 1; i++) {
        to[i] = __VERIFIER_nondet_char();
    }
    to[first - 1] = '\0';
    char *from = text(second);
    append(to, from, most);
    free(from);
    free(to);
    return 0;
}
