#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { NAME, NOT, AND };
struct term { enum kind kind; char *name; struct term *first, *second; };

static struct term *make(enum kind kind, struct term *first, struct term *second)
{
    struct term *term = malloc(sizeof *term);
    if (term == NULL)
        exit(1);
    term->kind = kind;
    term->name = NULL;
    term->first = first;
    term->second = second;
    return term;
}
static struct term *read_term(void)
{
    int input = __VERIFIER_nondet_int();
    if (input <= 0) {
        struct term *term = make(NAME, NULL, NULL);
        term->name = malloc(16);
        if (term->name == NULL)
            exit(1);
        term->name[0] = '\0';
        return term;
    }
    if (input == 1)
        return make(NOT, read_term(), NULL);
    struct term *first = read_term();
    return make(AND, first, read_term());
}
static void destroy(struct term *term)
{
    if (term->kind == NAME) {
        term->name[15] = 0;
        free(term->name);
    } else {
        destroy(term->first);
    }
    if (term->kind == AND)
        destroy(term->second);
    free(term);
}

int main(void)
{
    struct term *term = read_term();
    destroy(term);
    return 0;
}
