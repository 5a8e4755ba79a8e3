//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[4];
    return scanf("%4ls", text); //~ gave-up[analysis] "wide characters are read"
}
