#include <stdio.h>

int main(void)
{
    int result = 1;
    puts("before");
    __asm__ volatile("addl $1, %0" : "+r"(result)); //~ gave-up[assembly-reached]
    return result;
}
