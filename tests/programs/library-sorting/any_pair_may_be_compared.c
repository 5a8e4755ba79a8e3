//@ mode: check
//@ options: --malloc-never-fails
// The distance of the first and the last element is outside of the table. A sort that compares only
// neighbours of the sorted array never looks there; C does not promise that.
#include <stdlib.h>

static const int signs[5] = { -1, -1, 0, 1, 1 };

static int by_distance(const void *left, const void *right)
{
    const int *a = left;
    const int *b = right;
    return signs[*a - *b + 2]; //~ alarm[out-of-bounds]
}

int main(void)
{
    int numbers[3] = { 0, 2, 4 };
    qsort(numbers, 3, sizeof *numbers, by_distance);
    return numbers[0];
}
