#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct expression {
    char operator;
    union { int value; struct { struct expression *left, *right; }; };
};

static const char *at;

static struct expression *make(char operator, struct expression *l, struct expression *r)
{
    struct expression *e = malloc(sizeof *e);
    e->operator = operator;
    e->left = l;
    e->right = r;
    return e;
}

static struct expression *sum(void);

static struct expression *atom(void)
{
    if (*at == '(') {
        at++;
        struct expression *e = sum();
        at++;
        return e;
    }
    struct expression *e = make('n', NULL, NULL);
    for (e->value = 0; isdigit((unsigned char)*at); at++)
        e->value = e->value * 10 + *at - '0';
    return e;
}

static struct expression *product(void)
{
    struct expression *e = atom();
    while (*at == '*' || *at == '%')  {
        char operator = *at++;
        e = make(operator, e, atom());
    }
    return e;
}

static struct expression *sum(void)
{
    struct expression *e = product();
    while (*at == '+' || *at == '-') {
        char operator = *at++;
        e = make(operator, e, product());
    }
    return e;
}

static int evaluate(struct expression *e)
{
    int result = 0;
    if (e->operator == 'n') {
        printf("%d ", result = e->value);
    } else {
        int l = evaluate(e->left), r = evaluate(e->right);
        result = e->operator == '+' ? l + r : e->operator == '-' ? l - r : e->operator == '*' ? l * r : l % r;
        printf("%c ", e->operator);
    }
    free(e);
    return result;
}

int main(void)
{
    const char *texts[] = { "1+2*3", "(1+2)*3", "10-4-3", "2*(3+4)*5%17", "42" };
    for (int i = 0; i < 5; i++) {
        at = texts[i];
        int value = evaluate(sum());
        printf("= %d\n", value);
    }
    return 0;
}
