#include <stdio.h>
#include <string.h>
#include <wchar.h>

static const char table[][4] = { "ab", "cde", "" };
static const char exact[3] = "xyz";

int main(void)
{
    const char *joined = "one" " " "two" "\x41" "B";
    printf("%s %zu\n", joined, strlen(joined));
    printf("%zu %zu\n", sizeof "a\0b", sizeof "");
    printf("tab[\t] quote[\"] backslash[\\] question[\?]\n");
    const char *octal = "\1012\60";
    printf("%s\n", octal);
    for (const char *p = "\a\b\f\v\r\x7f\377"; *p; p++)
        printf("%d ", (unsigned char)*p);
    printf("\n");
    printf("%s %s [%s] %zu\n", table[0], table[1], table[2], sizeof table);
    printf("%.3s %zu\n", exact, sizeof exact);
    printf("%s\n", "h\u00e9llo \u20ac" u8"\u00fc");
    printf("%zu %zu\n", strlen("\u00e9"), sizeof(L"ab") / sizeof(wchar_t));
    const wchar_t *wide = L"w\x1234";
    printf("%x %x\n", (unsigned)wide[0], (unsigned)wide[1]);
    char pointed = "hello"[1], *tail = "hello" + 3;
    printf("%c %s %c\n", pointed, tail, 2["abc"]);
    printf("%s\n", "continued \
line");
    return 0;
}
