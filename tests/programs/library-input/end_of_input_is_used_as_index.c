//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    int counts[256] = { 0 };
    int character = getchar();
    counts[character]++; //~ error[out-of-bounds]
    return 0;
}
