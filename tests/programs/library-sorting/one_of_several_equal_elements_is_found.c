//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

static int by_value(const void *left, const void *right)
{
    const int *a = left;
    const int *b = right;
    return (*a > *b) - (*a < *b);
}

int main(void)
{
    int numbers[4] = { 1, 2, 2, 2 };
    int wanted = 2;
    int *found = bsearch(&wanted, numbers, 4, sizeof *numbers, by_value);
    return found[1]; //~ alarm[out-of-bounds]
}
