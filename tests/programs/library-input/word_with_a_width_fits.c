//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[8];
    if (scanf("%7s", word) != 1) {
        return 0;
    }
    return (int)strlen(word);
}
