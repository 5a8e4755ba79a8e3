//@ seen-by: asan valgrind
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int *device = (int *)(uintptr_t)0x1000;
    int value = *device; //~ error[no-provenance]
    printf("%d\n", value);
    return 0;
}
