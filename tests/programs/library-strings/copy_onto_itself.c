//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char text[16] = "overlap";
    strcpy(text + 2, text); //~ error[overlapping-copy]
    return 0;
}
