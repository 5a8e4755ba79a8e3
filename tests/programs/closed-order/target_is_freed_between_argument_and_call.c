//@ mode: check
//@ options: --malloc-never-fails
// Compilers evaluate the argument, then the place of the result, and make the call at last.
#include <stdlib.h>

static int *current;
static int nothing;

static int *drop(void)
{
    free(current);
    current = 0;
    return &nothing;
}

static int value_of(const int *place)
{
    return place ? *place : 0;
}

int main(void)
{
    current = malloc(sizeof *current);
    *current = 3;
    *drop() = value_of(current); //~ gave-up[analysis]
    return 0;
}
