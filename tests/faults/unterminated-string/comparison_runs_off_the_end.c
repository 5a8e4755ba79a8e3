//@ seen-by: asan valgrind
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *a = malloc(2), *b = malloc(2);
    if (!a || !b)
        return 1;
    memset(a, 'x', 2);
    memset(b, 'x', 2);
    int same = strcmp(a, b) == 0; //~ error[unterminated-string]
    free(a);
    free(b);
    return same;
}
