#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
enum kind { NUMBER, SUM, PRODUCT };
struct expression { enum kind kind; int value; struct expression *left, *right; };

static struct expression *make(enum kind kind, int value, struct expression *left, struct expression *right)
{
    struct expression *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->kind = kind;
    e->value = value;
    e->left = left;
    e->right = right;
    return e;
}
static struct expression *read_expression(void)
{
    if (!__VERIFIER_nondet_int())
        return make(NUMBER, __VERIFIER_nondet_int(), NULL, NULL);
    struct expression *left = read_expression();
    struct expression *right = read_expression();
    return make(__VERIFIER_nondet_int() ? SUM : PRODUCT, 0, left, right);
}
static unsigned evaluate(const struct expression *e)
{
    if (e->kind == NUMBER)
        return e->value;
    unsigned left = evaluate(e->left), right = evaluate(e->right);
    return e->kind == SUM ? left + right : left * right;
}
static void destroy(struct expression *e)
{
    if (e == NULL)
        return;
    destroy(e->left);
    destroy(e->right);
    free(e);
}

int main(void)
{
    struct expression *e = read_expression();
    unsigned value = evaluate(e);
    destroy(e);
    return value > 7;
}
