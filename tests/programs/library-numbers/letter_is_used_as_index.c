//@ mode: check
//@ options: --malloc-never-fails
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int counts[26] = { 0 };
    int character = getchar();
    if ((isalpha)(character)) {
        counts[character - 'A']++; //~ error[out-of-bounds]
    }
    return 0;
}
