// A term that becomes zero is taken out of its list, but not freed.
#include <stdio.h>
#include <stdlib.h>
struct term { int coefficient, exponent; struct term *next; };
static struct term *add_term(struct term *p, int c, int e) {
    struct term **link = &p;
    while (*link && (*link)->exponent > e) link = &(*link)->next;
    if (*link && (*link)->exponent == e) {
        (*link)->coefficient += c;
        if ((*link)->coefficient == 0) {
            struct term *dead = *link;
            *link = dead->next;

        }
        return p; //~ error[memory-lost]
    }
    struct term *t = malloc(sizeof *t);
    if (!t) return p;
    t->coefficient = c;
    t->exponent = e;
    t->next = *link;
    *link = t;
    return p;
}
static struct term *add(const struct term *a, const struct term *b) {
    struct term *r = NULL;
    for (; a; a = a->next) r = add_term(r, a->coefficient, a->exponent);
    for (; b; b = b->next) r = add_term(r, b->coefficient, b->exponent);
    return r;
}
static void destroy(struct term *p) {
    while (p) { struct term *n = p->next; free(p); p = n; }
}
int main(void) {
    struct term *a = NULL, *b = NULL;
    int c, e;
    while (scanf("%d %d", &c, &e) == 2)
        if (e >= 0) a = add_term(a, c, e); else b = add_term(b, c, -(e + 1));
    struct term *s = add(a, b);
    for (struct term *t = s; t; t = t->next) printf("%dx^%d ", t->coefficient, t->exponent);
    destroy(a);
    destroy(b);
    destroy(s);
    return 0;
}
