//@ mode: check
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void)
{
    assert(!(isalpha)(0xe9));
    return 0;
}
