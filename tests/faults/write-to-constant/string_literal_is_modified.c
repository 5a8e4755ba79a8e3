//@ seen-by: asan valgrind
#include <stdio.h>

int main(void)
{
    char *text = "constant";
    text[0] = 'C'; //~ error[write-to-constant]
    puts(text);
    return 0;
}
