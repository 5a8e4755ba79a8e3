//@ options: --malloc-never-fails --at-exit
// The limit of a loop is in a variable, and what is written in it does not reach the first element.
#include <stdlib.h>

static int *numbers;
static int limit;

static void set_all(void)
{
    for (int i = 0; i < limit; i++)
        numbers[i] = -1;
}

int main(void)
{
    limit = 9999;
    numbers = malloc((limit + 1) * sizeof *numbers);
    *numbers++ = 0;
    set_all();
    if (numbers[-1] != 0)
        numbers[limit] = 1;
    free(numbers - 1);
    return 0;
}
