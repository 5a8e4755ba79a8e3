//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    char text[10];
    sprintf(text, "%2000000000d", 3); //~ gave-up[analysis] "a conversion of the format is very wide"
    return 0;
}
