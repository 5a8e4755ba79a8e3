//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char text[2];
    sprintf(text, "%lc", (wint_t)0x20ac); //~ gave-up[analysis] "a conversion of the format is not known"
    return 0;
}
