//@ seen-by: asan valgrind
#include <stdio.h>

static void hello(void) { puts("hello"); }

static void (*handlers[3])(void) = { hello, NULL, hello };

int main(void)
{
    for (int i = 0; i < 3; i++)
        handlers[i](); //~ error[bad-call-target]
    return 0;
}
