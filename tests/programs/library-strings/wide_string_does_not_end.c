//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[4];
    wcsncpy(text, L"longer", 4);
    return (int)wcslen(text); //~ error[out-of-bounds]
}
