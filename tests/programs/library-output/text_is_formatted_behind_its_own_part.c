//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    char text[64] = "abcd";
    sprintf(text + 5, "of %s", text);
    sprintf(text + 4, "of %.4s", text);
    return 0;
}
