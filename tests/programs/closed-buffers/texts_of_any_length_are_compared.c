//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static char *some_text(int size)
{
    char *text = malloc(size);
    for (int i = 0; i < size - 1; i++) {
        text[i] = __VERIFIER_nondet_char();
    }
    text[size - 1] = '\0';
    return text;
}

static int compare(const char *left, const char *right)
{
    while (*left == *right && *left != '\0') {
        left++;
        right++;
    }
    return *left - *right;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    int other_size = __VERIFIER_nondet_int();
    if (size < 1 || other_size < 1) {
        return 0;
    }
    char *text = some_text(size);
    char *other = some_text(other_size);
    int order = compare(text, other);
    free(text);
    free(other);
    return order;
}
