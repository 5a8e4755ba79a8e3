//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <wchar.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    wchar_t text[4] = L"abc";
    int place = __VERIFIER_nondet_int();
    if (place < 0 || place > 3) {
        return 0;
    }
    text[place] = L'\0';
    wchar_t copy[3];
    wcscpy(copy, text); //~ error[out-of-bounds]
    return 0;
}
