//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

int main(void)
{
    int values[42] = { 0 };
    return values[atoi(" 42")]; //~ error[out-of-bounds]
}
