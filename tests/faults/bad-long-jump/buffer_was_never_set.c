#include <setjmp.h>

static jmp_buf never;

int main(void)
{
    longjmp(never, 1); //~ error[bad-long-jump]
}
