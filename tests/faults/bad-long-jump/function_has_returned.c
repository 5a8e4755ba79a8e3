#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static int prepare(void)
{
    return setjmp(place);
}

int main(void)
{
    if (prepare() == 0) {
        puts("prepared");
        longjmp(place, 1); //~ error[bad-long-jump]
    }
    puts("back");
    return 0;
}
