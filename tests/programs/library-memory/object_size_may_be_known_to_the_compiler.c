//@ mode: check
#include <assert.h>

int main(void)
{
    char bytes[8];
    assert(__builtin_object_size(bytes, 0) == (unsigned long)-1); //~ error[assertion-failure]
    return 0;
}
