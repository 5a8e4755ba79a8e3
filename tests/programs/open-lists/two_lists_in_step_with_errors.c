// As two_lists_in_step.c, with mistakes that every caller runs into.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int product_of_freed(struct node *a, struct node *b)
{
    int sum = 0;
    while (a && b) {
        struct node *next = a->next;
        free(a);
        sum += a->value & b->value; //~ error-if-called[use-after-free]
        a = next;
        b = b->next;
    }
    return sum;
}

struct node *zip_that_checks_nothing(const struct node *a, const struct node *b)
{
    struct node *made = NULL;
    while (a && b) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = a->value; //~ error[null-dereference]
        fresh->next = made;
        made = fresh;
        a = a->next;
        b = b->next;
    }
    return made;
}
