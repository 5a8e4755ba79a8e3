//@ seen-by: asan
#include <stdio.h>
#include <string.h>

int main(void)
{
    char name[8];
    strncpy(name, "overlong name", sizeof name);
    size_t n = strlen(name); //~ error[unterminated-string]
    printf("%zu\n", n);
    return 0;
}
