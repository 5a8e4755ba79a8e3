//@ mode: check
#include <assert.h>
#include <time.h>

int main(void)
{
    assert(clock() <= 0x7fffffff); //~ alarm[assertion-failure]
    return 0;
}
