#include <stdio.h>

#define SEARCH(array, count, wanted) ({ \
    __label__ found; \
    int at_ = -1; \
    for (int i_ = 0; i_ < (count); i_++) \
        if ((array)[i_] == (wanted)) { \
            at_ = i_; \
            goto found; \
        } \
found: \
    at_; })

int main(void)
{
    int a[] = { 4, 8, 15, 16, 23, 42 };
    printf("%d %d %d\n", SEARCH(a, 6, 15), SEARCH(a, 6, 99), SEARCH(a, 6, 42));
    for (int i = 0; i < 3; i++) {
        __label__ skip;
        if (i == 1)
            goto skip;
        printf("%d ", i);
    skip:;
    }
    int n = 0;
    {
        __label__ again;
    again:
        n++;
        if (n < 5)
            goto again;
    }
    printf("%d\n", n);
    return SEARCH(a, 6, 16);
}
