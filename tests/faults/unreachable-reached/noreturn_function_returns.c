#include <stdio.h>

static int stop;

_Noreturn static void die(const char *why)
{
    puts(why);
    while (stop)
        ;
}

int main(void)
{
    puts("start");
    die("end"); //~ error[unreachable-reached]
}
