//@ options: --stop-on misaligned-access
//@ seen-by: ubsan
#include <stdio.h>

int main(void)
{
    _Alignas(8) char bytes[16] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    int *p = (int *)bytes;
    printf("%d\n", *p);
    p = (int *)(bytes + 3);
    printf("%d\n", *p); //~ error[misaligned-access]
    return 0;
}
