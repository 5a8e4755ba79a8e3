//@ mode: check
// The variable may be read before or after the elements are compared.
#include <stdlib.h>

static int comparisons = 1;

static int compare(const void *a, const void *b)
{
    comparisons = 0;
    return *(const int *)a - *(const int *)b;
}

static int ratio(int by, int number)
{
    return number / by; //~ error[division-by-zero]
}

int main(void)
{
    int numbers[2] = {2, 1};
    return ratio(comparisons, (qsort(numbers, 2, sizeof *numbers, compare), 1));
}
