//@ mode: check
#include <stdlib.h>

int main(void)
{
    char bytes[8] = { 0 };
    unsigned long size = __builtin_object_size(bytes, 0);
    return size < 8 ? bytes[size] : 0;
}
