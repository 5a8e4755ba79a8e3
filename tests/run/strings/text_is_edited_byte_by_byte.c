#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void trim(char *text)
{
    char *start = text;
    while (isspace((unsigned char)*start))
        start++;
    size_t n = strlen(start);
    while (n && isspace((unsigned char)start[n - 1]))
        n--;
    memmove(text, start, n);
    text[n] = 0;
}

static int is_palindrome(const char *text)
{
    const char *a = text, *b = text + strlen(text);
    while (a < b) {
        if (!isalpha((unsigned char)*a))
            a++;
        else if (!isalpha((unsigned char)b[-1]))
            b--;
        else if (tolower((unsigned char)*a++) != tolower((unsigned char)*--b))
            return 0;
    }
    return 1;
}

static void rotate13(char *text)
{
    for (; *text; text++)
        if (isalpha((unsigned char)*text)) {
            char base = *text & 32 ? 'a' : 'A';
            *text = (*text - base + 13) % 26 + base;
        }
}

static void run_lengths(const char *text)
{
    while (*text) {
        size_t n = strspn(text, (char[]){ *text, 0 });
        printf("%zu%c", n, *text);
        text += n;
    }
    printf("\n");
}

int main(void)
{
    char text[] = "  \t some words \n ";
    trim(text);
    printf("<%s>\n", text);
    printf("%d %d\n", is_palindrome("A man, a plan, a canal: Panama"), is_palindrome("nope"));
    rotate13(text);
    printf("%s ", text);
    rotate13(text);
    printf("%s\n", text);
    run_lengths("aaabccdddd");
    int counts[26] = { 0 };
    for (const char *p = "the quick brown fox jumps over the lazy dog"; *p; p++)
        if (*p != ' ')
            counts[*p - 'a']++;
    for (int i = 0; i < 26; i++)
        printf("%d", counts[i]);
    printf("\n");
    return 0;
}
