//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char bytes[5] = { 1, 2, 3, 4, 5 };
    char *six = memchr(bytes, 6, sizeof bytes);
    *six = 0; //~ error[null-dereference]
    return 0;
}
