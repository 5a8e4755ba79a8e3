//@ seen-by: valgrind-leak
#include <stdlib.h>

struct node { struct node *other; };

static struct node *pair(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b)
        exit(1);
    a->other = b;
    b->other = a;
    return a;
}

int main(void)
{
    struct node *ring = pair();
    ring = ring->other;
    ring = NULL; //~ error[memory-lost]
    return ring != NULL;
}
