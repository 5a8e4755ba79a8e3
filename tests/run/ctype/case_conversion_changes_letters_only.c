#include <ctype.h>
#include <stdio.h>

static void capitalise(char *text)
{
    int inside = 0;
    for (; *text; text++) {
        unsigned char c = *text;
        *text = inside ? tolower(c) : toupper(c);
        inside = isalnum(c) != 0 || c == '\'';
    }
}

static int hex_value(int c)
{
    if (!isxdigit(c))
        return -1;
    return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
}

int main(void)
{
    int changed = 0;
    for (int c = 0; c < 128; c++) {
        if (toupper(c) != c)
            changed++;
        if (tolower(c) != c)
            changed += 100;
        if (isalpha(c) && tolower(toupper(c)) != tolower(c))
            printf("strange %d\n", c);
    }
    printf("%d %d %d\n", changed, toupper(EOF) == EOF, tolower('['));
    char text[] = "the DOCTOR's 2nd o'clock-mEETING";
    capitalise(text);
    printf("%s\n", text);
    const char *digits = "09afAFgG ";
    for (; *digits; digits++)
        printf("%d ", hex_value((unsigned char)*digits));
    printf("\n");
    return 0;
}
