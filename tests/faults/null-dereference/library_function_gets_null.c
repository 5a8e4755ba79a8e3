//@ seen-by: asan valgrind
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *home = getenv("BESOM_TEST_VARIABLE_THAT_IS_NOT_SET");
    size_t n = strlen(home); //~ error[null-dereference]
    printf("%zu\n", n);
    return 0;
}
