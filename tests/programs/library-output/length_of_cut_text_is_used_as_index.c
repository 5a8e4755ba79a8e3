//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    char text[8];
    int length = snprintf(text, sizeof text, "%s", "a long text");
    return text[length]; //~ error[out-of-bounds]
}
