//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <wchar.h>

int main(void)
{
    wchar_t from[50];
    wchar_t to[53];
    wmemset(from, L'a', 49);
    from[49] = L'\0';
    wcscpy(to, from);
    wcsncat(to, L"bcd", 2);
    wcscat(to, L"e");
    wchar_t *copy = wcsdup(to);
    wprintf(L"%ls %d\n", copy, (int)wcslen(copy));
    wcsncpy(copy, L"short", 53);
    int order = wcscmp(copy, L"short");
    wmemmove(copy, copy + 1, 5);
    wmemcpy(to, copy, 53);
    int *found = wcschr(to, L'h');
    free(copy);
    return order + (found == to);
}
