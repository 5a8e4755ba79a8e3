//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <wchar.h>

int main(void)
{
    wchar_t from[50];
    wchar_t *to = malloc(50);
    wmemset(from, L'a', 49);
    from[49] = L'\0';
    wcscpy(to, from); //~ error[out-of-bounds]
    free(to);
    return 0;
}
