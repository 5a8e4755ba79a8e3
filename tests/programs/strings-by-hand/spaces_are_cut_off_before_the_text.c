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

static char *trim(char *letters, int length)
{
    while (letters[length - 1] == ' ') { //~ error[out-of-bounds]
        length--;
    }
    letters[length] = '\0';
    while (*letters == ' ') {
        letters++;
    }
    return letters;
}

int main(void)
{
    int size = size_of_text();
    char *letters = text(size);
    trim(letters, size - 1);
    free(letters);
    return 0;
}
