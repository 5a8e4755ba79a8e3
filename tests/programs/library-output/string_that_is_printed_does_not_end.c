//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    char text[3] = { 'a', 'b', 'c' };
    printf("%.3s\n", text);
    printf("%s\n", text); //~ error[unterminated-string]
    return 0;
}
