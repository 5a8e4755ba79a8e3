#include <stdio.h>

static char grade(int points)
{
    switch (points) {
    case 90 ... 100:
        return 'A';
    case 80 ... 89:
        return 'B';
    case 50 ... 79:
        return 'C';
    case 0 ... 49:
        return 'F';
    }
    return '?';
}

static const char *kind(int c)
{
    switch (c) {
    case 'a' ... 'z':
    case 'A' ... 'Z':
    case '_':
        return "letter";
    case '0' ... '9':
        return "digit";
    case -128 ... -1:
        return "negative";
    default:
        return "other";
    }
}

int main(void)
{
    int points[] = { -1, 0, 49, 50, 79, 80, 89, 90, 100, 101 };
    for (int i = 0; i < 10; i++)
        printf("%d %c\n", points[i], grade(points[i]));
    const char *text = "aZ_09 @";
    for (; *text; text++)
        printf("%c %s\n", *text, kind(*text));
    printf("%s %s %s\n", kind(-128), kind(-1), kind(-129));
    return 0;
}
