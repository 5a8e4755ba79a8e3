//@ mode: check
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(sleep(0xf0000000u) <= 0x7fffffff); //~ alarm[assertion-failure]
    return 0;
}
