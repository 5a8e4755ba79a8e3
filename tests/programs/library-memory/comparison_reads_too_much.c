//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char first[4] = "abc";
    char second[8] = "abc";
    return memcmp(first, second, sizeof second); //~ error[out-of-bounds]
}
