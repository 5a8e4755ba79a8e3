//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    int counts[256] = { 0 };
    int character = getchar();
    if (character != EOF) {
        counts[character]++;
    }
    return 0;
}
