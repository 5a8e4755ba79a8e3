//@ mode: check
#include <assert.h>
#include <ctype.h>

int main(void)
{
    assert((isdigit)('5'));
    assert(!(isdigit)('x'));
    return 0;
}
