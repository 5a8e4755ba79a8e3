//@ mode: check
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(strtol("0b101", NULL, 0) == 0); //~ alarm[assertion-failure]
    return 0;
}
