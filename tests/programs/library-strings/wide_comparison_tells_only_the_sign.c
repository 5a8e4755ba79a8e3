//@ mode: check
// C tells of the result of wcscmp only whether it is less than, equal to or greater than 0.
#include <wchar.h>
extern void reach_error(void);

int main(void)
{
    if (wcscmp(L"ab", L"a") != 1)
        reach_error(); //~ alarm[error-reached]
    return 0;
}
