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
    int numbers[4] = { 3, 1, 2, 0 };
    qsort(numbers, 5, sizeof *numbers, by_value); //~ error[out-of-bounds]
    return numbers[0];
}
