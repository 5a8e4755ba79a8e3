//@ mode: check
// Programs that ask only for the sign of what wcscmp returns are the same with every library.
#include <wchar.h>
extern void reach_error(void);

int main(void)
{
    if (wcscmp(L"ab", L"a") <= 0 || wcscmp(L"a", L"b") >= 0 || wcscmp(L"b", L"b") != 0)
        reach_error();
    return 0;
}
