//@ mode: check
//@ options: --malloc-never-fails
#include <string.h>

int main(void)
{
    int numbers[2];
    numbers[strcmp("c", "a") - 1] = 0; //~ alarm[out-of-bounds]
    return 0;
}
