//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *current;
static struct node *spare;

static void exchange(void)
{
    struct node *list = spare;
    spare = current;
    current = list;
}

static void drain(struct node **list)
{
    while (*list != NULL) {
        struct node *node = *list;
        *list = node->next;
        free(node);
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = current;
        current = node;
        if (__VERIFIER_nondet_int())
            exchange();
    }
    drain(&current);
    drain(&spare);
    return 0;
}
