//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    char text[64] = "a";
    sprintf(text, "of %s", text); //~ error[overlapping-copy]
    return 0;
}
