//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    int numbers[1];
    int result = printf("text");
    numbers[result < 0] = 0; //~ alarm[out-of-bounds]
    return 0;
}
