//@ mode: check
#include <stdio.h>

int main(void)
{
    char letters[4] = { 0 };
    if (scanf("%4c", letters) == 1) {
        return letters[3] == 'x';
    }
    return 0;
}
