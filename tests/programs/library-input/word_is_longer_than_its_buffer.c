//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    char word[8];
    if (scanf("%s", word) != 1) { //~ error[out-of-bounds]
        return 0;
    }
    return word[0];
}
