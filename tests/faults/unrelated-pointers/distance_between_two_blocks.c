//@ options: --stop-on unrelated-pointers
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *a = malloc(8), *b = malloc(8);
    if (!a || !b)
        return 1;
    long inside = (a + 5) - a;
    long between = b - a; //~ error[unrelated-pointers]
    printf("%ld %d\n", inside, between > 0);
    free(a);
    free(b);
    return 0;
}
