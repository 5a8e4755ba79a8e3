// Loops that walk two lists in step stop at the end of the shorter one: both may have any length.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

/*~ contract requires list a -> 0: exactly count#1 heap struct node linked by next { value: _ }; list b -> 0: exactly count#2 heap struct node linked by next { value: _ } ensures result = 0; a = 0; count#1 = 0; list b -> 0: exactly count#2 heap struct node linked by next { value: _ } or result = (int)bits#1; count#1 = 1; a -> heap struct node { next: 0, value: m#1 }; b -> heap struct node { next: next#1, value: m#2 }; list next#1 -> 0: exactly count#2 - 1 heap struct node linked by next { value: _ }; 0 <= bits#1; bits#1 <= (unsigned)m#1; bits#1 <= (unsigned)m#2 or result = (int)n#1; list x#1 -> 0: exactly count#2 - count#1 heap struct node linked by next { value: _ }; list a -> 0: exactly count#1 heap struct node linked by next { value: _ }; list b -> x#1: exactly count#1 heap struct node linked by next { value: _ }; 0 <= n#1 or result = (int)n#1; list x#1 -> 0: exactly count#1 - count#2 heap struct node linked by next { value: _ }; list a -> x#1: at least 0 heap struct node linked by next { value: _ }; list b -> 0: at least 0 heap struct node linked by next { value: _ }; 0 <= n#1; count#2 < count#1
    requires a -> struct node { next: a->next, value: a->value }; a->next -> struct node { next: a->next->next, value: a->next->value }; list b -> 0: exactly count#1 heap struct node linked by next { value: _ }; a->next->next != 0; count#1 = 2 ensures result = (int)(bits#1 + bits#2); a -> struct node { next: a->next, value: a->value }; a->next -> struct node { next: a->next->next, value: a->next->value }; list b -> 0: exactly 2 heap struct node linked by next { value: _ }; 0 <= bits#1; bits#1 <= (unsigned)a->value; 0 <= bits#2; bits#2 <= (unsigned)a->next->value
    requires b = a; list a -> 0: at least 0 heap struct node linked by next { value: _ } ensures result = n#1; list a -> 0: at least 0 heap struct node linked by next { value: _ }
    requires b -> struct node { next: a, value: b->value }; list a -> 0: at least 0 heap struct node linked by next { value: _ } ensures result = 0; a = 0; b -> struct node { next: 0, value: b->value } or result = (int)n#1; b -> struct node { next: a, value: b->value }; b#1 -> heap struct node { next: 0, value: n#2 }; list a -> b#1: at least 0 heap struct node linked by next { value: _ }; 0 <= n#1
    requires b -> struct node { next: b, value: b->value }; list a -> 0: at least 0 heap struct node linked by next { value: _ } ensures result = (int)n#1; b -> struct node { next: b, value: b->value }; list a -> 0: at least 0 heap struct node linked by next { value: _ }; 0 <= n#1
    requires a -> struct node { next: a, value: a->value }; list b -> 0: at least 0 heap struct node linked by next { value: _ } ensures result = (int)n#1; a -> struct node { next: a, value: a->value }; list b -> 0: at least 0 heap struct node linked by next { value: _ }; 0 <= n#1
    requires a = 0 ensures result = 0
    requires b = 0; a != 0 ensures result = 0
    requires a -> struct node { next: 0, value: a->value }; b -> struct node { next: b->next, value: b->value } ensures result = (int)bits#1; a -> struct node { next: 0, value: a->value }; b -> struct node { next: b->next, value: b->value }; 0 <= bits#1; bits#1 <= (unsigned)a->value; bits#1 <= (unsigned)b->value
    requires a -> struct node { next: a->next, value: a->value }; b -> struct node { next: 0, value: b->value }; a->next != 0 ensures result = (int)bits#1; a -> struct node { next: a->next, value: a->value }; b -> struct node { next: 0, value: b->value }; 0 <= bits#1; bits#1 <= (unsigned)a->value; bits#1 <= (unsigned)b->value */
int product(const struct node *a, const struct node *b)
{
    int sum = 0;
    while (a && b) {
        sum += a->value & b->value;
        a = a->next;
        b = b->next;
    }
    return sum;
}

void copy_values(struct node *to, const struct node *from)
{
    for (; to && from; to = to->next, from = from->next)
        to->value = from->value;
}

struct node *zip(const struct node *a, const struct node *b)
{
    struct node *made = NULL;
    while (a && b) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            abort();
        fresh->value = a->value;
        fresh->next = made;
        made = fresh;
        a = a->next;
        b = b->next;
    }
    return made;
}

struct node *alternate(struct node *a, struct node *b)
{
    struct node *result = a;
    while (a && b) {
        struct node *rest = a->next;
        a->next = b;
        a = rest;
        struct node *other = b->next;
        b->next = rest;
        b = other;
    }
    return result;
}
