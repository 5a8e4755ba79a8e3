#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

int main(void)
{
    const char *words[] = { "", "a", "ab", "abc", "abd", "b", "B", "\xe9t\xe9", "zebra" };
    int n = sizeof words / sizeof *words;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%2d", sign(strcmp(words[i], words[j])));
        printf("\n");
    }
    printf("%d %d %d\n", sign(strncmp("abcx", "abcy", 3)), sign(strncmp("abcx", "abcy", 4)), sign(strncmp("ab", "abc", 9)));
    printf("%d\n", strncmp("x", "y", 0));
    printf("%d %d\n", sign(strcasecmp("HeLLo", "hEllO")), sign(strcasecmp("a", "B")));
    printf("%d %d\n", sign(strncasecmp("ABCdef", "abcXYZ", 3)), sign(strncasecmp("ABCdef", "abcXYZ", 4)));
    unsigned char x[] = { 1, 0, 200 }, y[] = { 1, 0, 100 };
    printf("%d %d %d\n", sign(memcmp(x, y, 3)), sign(memcmp(x, y, 2)), sign(memcmp(y, x, 3)));
    printf("%d\n", sign(strcoll("abc", "abd")));
    return 0;
}
