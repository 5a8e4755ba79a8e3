//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *numbers = malloc(4 * sizeof *numbers);
    int *moved = realloc(numbers, 8 * sizeof *moved);
    numbers[0] = 1; //~ error[use-after-free]
    free(moved);
    return 0;
}
