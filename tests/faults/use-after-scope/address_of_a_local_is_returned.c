//@ seen-by: asan
#include <stdio.h>

static int *broken(int n)
{
    int local = n * 2; //~ note "allocated here"
    int *address = &local;
    return address;
}

int main(void)
{
    int *p = broken(4);
    int value = *p; //~ error[use-after-scope]
    printf("%d\n", value);
    return 0;
}
