//@ mode: check
#include <assert.h>
#include <ctype.h>

int main(void)
{
    assert((isdigit)('5') == 1); //~ alarm[assertion-failure]
    assert(!(isdigit)('x'));
    return 0;
}
