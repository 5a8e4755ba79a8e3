//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    int values[10] = { 0 };
    int index;
    if (scanf("%d", &index) != 1) {
        return 1;
    }
    if (index < 0 || index >= 10) {
        return 1;
    }
    return values[index];
}
