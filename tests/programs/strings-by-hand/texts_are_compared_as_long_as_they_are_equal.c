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

static int compare(const char *left, const char *right)
{
    while (*left == *right) { //~ error[out-of-bounds]
        left++;
        right++;
    }
    return *left - *right;
}

int main(void)
{
    char *left = text(size_of_text()), *right = text(size_of_text());
    compare(left, right);
    free(left);
    free(right);
    return 0;
}
