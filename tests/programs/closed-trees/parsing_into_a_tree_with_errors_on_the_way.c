#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct expr { char op; int value; struct expr *left, *right; };
static int token;
static void advance(void) { token = __VERIFIER_nondet_int(); }
static void destroy(struct expr *e)
{
    if (!e) return;
    destroy(e->left); destroy(e->right); free(e);
}
static struct expr *make(char op, struct expr *l, struct expr *r)
{
    struct expr *e = malloc(sizeof *e);
    if (!e) { destroy(l); destroy(r); return NULL; }
    e->op = op; e->value = 0; e->left = l; e->right = r;
    return e;
}
static struct expr *sum(void);
static struct expr *primary(void)
{
    if (token == '(') {
        advance();
        struct expr *e = sum();
        if (!e) return NULL;
        if (token != ')') { destroy(e); return NULL; }
        advance();
        return e;
    }
    if (token < '0' || token > '9') return NULL;
    struct expr *e = make('n', NULL, NULL);
    if (!e) return NULL;
    e->value = token - '0';
    advance();
    return e;
}
static struct expr *product(void)
{
    struct expr *e = primary();
    while (e && token == '*') {
        advance();
        struct expr *r = primary();
        if (!r) { destroy(e); return NULL; }
        e = make('*', e, r);
    }
    return e;
}
static struct expr *sum(void)
{
    struct expr *e = product();
    while (e && token == '+') {
        advance();
        struct expr *r = product();
        if (!r) { destroy(e); return NULL; }
        e = make('+', e, r);
    }
    return e;
}
int main(void)
{
    advance();
    struct expr *e = sum();
    if (!e) return 1;
    destroy(e);
    return 0;
}
