//@ input: 123456
//@ seen-by: asan valgrind
#include <stdio.h>

int main(void)
{
    unsigned long number;
    if (scanf("%lu", &number) != 1)
        return 1;
    const char *text = (const char *)number;
    putchar(text[0]); //~ error[no-provenance]
    return 0;
}
