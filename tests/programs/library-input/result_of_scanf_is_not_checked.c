//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    int values[10] = { 0 };
    int index;
    scanf("%d", &index);
    if (index == 3) { //~ error[uninitialised-use]
        return values[index];
    }
    return 0;
}
