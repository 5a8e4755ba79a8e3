//@ options: --malloc-never-fails --at-exit
// The element behind the last one, in the case that is always true.
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
    if (numbers[-1] == 0)
        numbers[limit] = 1; //~ error[out-of-bounds]
    free(numbers - 1);
    return 0;
}
