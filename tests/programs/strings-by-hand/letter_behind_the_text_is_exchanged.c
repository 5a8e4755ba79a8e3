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

static void reverse(char *letters, int length)
{
    char *front = letters, *back = letters + length - 1;
    while (front < back) {
        char letter = *front;
        *front++ = *back; //~ error[out-of-bounds]
        *back-- = letter;
    }
}

int main(void)
{
    int size = size_of_text();
    char *letters = text(size);
    if (size > 1) {
        reverse(letters, size + 1);
    }
    free(letters);
    return 0;
}
