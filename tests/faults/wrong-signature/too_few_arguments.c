#include <stdio.h>

static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    int (*wrong)(int) = (int (*)(int))(void *)add;
    printf("%d\n", add(1, 2));
    printf("%d\n", wrong(1)); //~ error[wrong-signature]
    return 0;
}
