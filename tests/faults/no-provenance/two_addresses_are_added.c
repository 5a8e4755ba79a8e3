//@ seen-by: asan valgrind
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    char a[4] = "abc", b[4] = "def";
    uintptr_t sum = (uintptr_t)a + (uintptr_t)b;
    char c = *(char *)sum; //~ error[no-provenance]
    printf("%c\n", c);
    return 0;
}
