//@ options: --malloc-never-fails --at-exit
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node pool[4];
static int used;

static struct node *take(void)
{
    return used < 4 ? &pool[used++] : NULL;
}

int main(void)
{
    struct node *head = NULL;
    struct node *node;
    while (__VERIFIER_nondet_int() && (node = take()) != NULL) {
        node->value = 1;
        node->next = head;
        head = node;
    }
    for (node = head; node != NULL; node = node->next)
        node->value = 0;
    return 0;
}
