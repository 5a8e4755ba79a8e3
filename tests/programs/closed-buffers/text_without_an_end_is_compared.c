//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int compare(const char *left, const char *right)
{
    while (*left == *right && *left != '\0') { //~ error[out-of-bounds]
        left++;
        right++;
    }
    return *left - *right;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000) {
        return 0;
    }
    char *text = malloc(size);
    char *other = malloc(size);
    for (int i = 0; i < size; i++) {
        text[i] = 'a';
        other[i] = 'a';
    }
    int order = compare(text, other);
    free(text);
    free(other);
    return order;
}
