//@ seen-by: asan ubsan valgrind
#include <stdio.h>

static int first(const int *values)
{
    return values[0]; //~ error[null-dereference]
}

int main(void)
{
    int one = 1, *nothing = NULL;
    printf("%d\n", first(&one));
    printf("%d\n", first(nothing)); //~ note "called from"
    return 0;
}
