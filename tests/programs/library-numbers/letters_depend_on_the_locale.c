//@ mode: check
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void)
{
    setlocale(LC_ALL, "");
    assert(!(isalpha)(0xe9)); //~ alarm[assertion-failure]
    return 0;
}
