#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { NUMBER, NEGATION, SUM, PRODUCT };
struct expression { enum kind kind; int value; struct expression *first, *second; };

static struct expression *make(enum kind kind, struct expression *first, struct expression *second)
{
    struct expression *e = malloc(sizeof *e);
    if (e == NULL)
        exit(1);
    e->kind = kind;
    e->value = 0;
    e->first = first;
    e->second = second;
    return e;
}
static struct expression *read_expression(void)
{
    int input = __VERIFIER_nondet_int();
    if (input == 1)
        return make(NEGATION, read_expression(), NULL);
    if (input == 2 || input == 3) {
        struct expression *first = read_expression();
        return make(input == 2 ? SUM : PRODUCT, first, read_expression());
    }
    struct expression *number = make(NUMBER, NULL, NULL);
    number->value = input;
    return number;
}
static unsigned evaluate(const struct expression *e)
{
    switch (e->kind) {
    case NUMBER:
        return e->value;
    case NEGATION:
        return -evaluate(e->first);
    case SUM:
        return evaluate(e->first) + evaluate(e->second);
    default:
        return evaluate(e->first) * evaluate(e->second);
    }
}
static void destroy(struct expression *e)
{
    switch (e->kind) {
    case NUMBER:
        break;
    case NEGATION:
        break;
    default:
        destroy(e->first);
        destroy(e->second);
    }
    free(e); //~ error[memory-lost]
}

int main(void)
{
    struct expression *e = read_expression();
    unsigned value = evaluate(e);
    destroy(e);
    return value == 7;
}
