//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("numbers", "r");
    int first = fgetc(file); //~ error[null-dereference]
    fclose(file);
    return first;
}
