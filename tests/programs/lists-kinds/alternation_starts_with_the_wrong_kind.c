//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int *value;
    struct node *next;
};

static struct node *create(int *value, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = next;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        head = create(NULL, head);
        head = create(malloc(sizeof(int)), head);
    }
    int is_even = 0;
    while (head != NULL) {
        struct node *next = head->next;
        if (is_even)
            *head->value = 1; //~ error[null-dereference]
        is_even = !is_even;
        free(head->value);
        free(head);
        head = next;
    }
    return 0;
}
