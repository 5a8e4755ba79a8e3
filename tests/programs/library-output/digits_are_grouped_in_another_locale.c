//@ mode: check
#include <locale.h>
#include <stdio.h>

int main(void)
{
    char text[12];
    setlocale(LC_ALL, "");
    sprintf(text, "%'d", 1234567890); //~ alarm[out-of-bounds]
    return 0;
}
