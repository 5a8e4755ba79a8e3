//@ mode: check
#include <locale.h>
#include <stdio.h>

int main(void)
{
    char text[12];
    sprintf(text, "%'d", 1234567890);
    return 0;
}
