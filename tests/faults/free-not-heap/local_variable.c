//@ seen-by: asan valgrind
#include <stdlib.h>

static void consume(int *p)
{
    free(p); //~ error[free-not-heap]
}

int main(void)
{
    int local = 1;
    consume(&local);
    return local;
}
