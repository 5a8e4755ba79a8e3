#include <ctype.h>
#include <stdio.h>

static int number(void)
{
    int value = 0, c;
    while (isdigit(c = getchar()))
        value = value * 10 + c - '0';
    ungetc(c, stdin);
    return value;
}

static int expression(void);

static int factor(void)
{
    int c = getchar();
    if (c == '(') {
        int value = expression();
        getchar();
        return value;
    }
    if (c == '-')
        return -factor();
    ungetc(c, stdin);
    return number();
}

static int term(void)
{
    int value = factor(), c;
    while ((c = getchar()) == '*' || c == '/')
        value = c == '*' ? value * factor() : value / factor();
    ungetc(c, stdin);
    return value;
}

static int expression(void)
{
    int value = term(), c;
    while ((c = fgetc(stdin)) == '+' || c == '-')
        value = c == '+' ? value + term() : value - term();
    ungetc(c, stdin);
    return value;
}

int main(void)
{
    int c;
    while ((c = getc(stdin)) != EOF) {
        ungetc(c, stdin);
        printf("%d\n", expression());
        if (getchar() != '\n')
            return 1;
    }
    return 0;
}
